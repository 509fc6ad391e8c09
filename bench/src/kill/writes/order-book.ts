import type { OrderStatus } from '@esteira/domain/orders/order-machine';

export interface FoundOrder {
  id: string;
  status: OrderStatus;
}

/** What contradicts what was told, and how many of the calls that were cut off were done and were not. */
export interface BookCheck {
  problems: string[];
  done: number;
  notDone: number;
}

/** What a seller was told of some orders, and in which statuses each may therefore be: before, and after. */
export class OrderBook {
  private readonly orders = new Map<string, readonly OrderStatus[]>();
  private unclearSales = 0;

  add(id: string): void {
    this.orders.set(id, ['pendente']);
  }

  /** A sale was cut off: there may be an order more. */
  addUnclearSale(): void {
    this.unclearSales += 1;
  }

  allow(id: string, ...statuses: readonly OrderStatus[]): void {
    this.orders.set(id, statuses);
  }

  listPending(): string[] {
    return [...this.orders].flatMap(([id, [status, other]]) =>
      status === 'pendente' && other === undefined ? [id] : [],
    );
  }

  /** Compares the seller's orders with what was told, and learns from them what became of what was cut off. */
  check(found: readonly FoundOrder[]): BookCheck {
    const statuses = new Map(found.map(({ id, status }) => [id, status]));
    const others = found.filter(({ id }) => !this.orders.has(id));
    const problems = this.checkOthers(others);
    let [done, notDone] = [others.length, Math.max(0, this.unclearSales - others.length)];
    for (const [id, allowed] of this.orders) {
      const actual = statuses.get(id);
      if (actual === undefined) problems.push(`the acknowledged order ${id} is lost`);
      else if (!allowed.includes(actual))
        problems.push(`order ${id}: ${actual} instead of ${allowed.join(' or ')}`);
      else if (allowed.length > 1 && actual === allowed.at(-1)) done += 1;
      else if (allowed.length > 1) notDone += 1;
    }
    this.unclearSales = 0;
    for (const { id, status } of found) this.orders.set(id, [status]);
    return { problems, done, notDone };
  }

  private checkOthers(others: readonly FoundOrder[]): string[] {
    const moved = others.filter(({ status }) => status !== 'pendente');
    return [
      ...(others.length > this.unclearSales
        ? [`${others.length} orders more than were told of, but ${this.unclearSales} sales were cut off`]
        : []),
      ...moved.map(({ id, status }) => `order ${id}: ${status}, though it was not moved`),
    ];
  }
}
