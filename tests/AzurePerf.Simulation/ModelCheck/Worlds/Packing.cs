using AzurePerf.Core.Runs;

namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>Turns worlds into keys and back. Worlds that differ only in how workers and TaskManagers are numbered have one key.</summary>
internal sealed class Packing(Scope scope)
{
    private readonly IReadOnlyList<Order> _orders = Order.All(scope);
    private readonly int _bitsOfRow = scope.SharesMessage ? 19 : 17;
    private readonly int _bitsOfSlot = scope.SharesMessage ? 17 : 10;

    public WorldKey Pack(in World world)
    {
        var least = PackAs(world, _orders[0]);
        for (var at = 1; at < _orders.Count; at++)
        {
            var other = PackAs(world, _orders[at]);
            least = other < least ? other : least;
        }

        return least;
    }

    public World Unpack(WorldKey key)
    {
        var bits = new BitReader(key);
        var world = default(World);
        world.Run = (RunStatus)bits.Take(3);
        world.Keys = (KeyState)bits.Take(2);
        world.Stage = (StageMarks)bits.Take(7);
        world.HasOrders = bits.Take(1) != 0;
        world.Published = bits.Take(1) != 0;
        world.Gang = (byte)bits.Take(3);
        world.Go = bits.Take(1) != 0;
        world.Faults = (byte)bits.Take(3);
        world.LostMessage = bits.Take(1) != 0;
        world.MadeLate = bits.Take(1) != 0;
        for (var task = 0; task < scope.Tasks; task++)
        {
            world.GoOwners[task] = (byte)bits.Take(3);
            world.Rows[task] = Row.Of((int)bits.Take(_bitsOfRow));
            world.Fresh[task] = (byte)bits.Take(2);
            world.Stale[task] = (byte)bits.Take(2);
        }

        for (var slot = 0; slot < scope.Slots; slot++)
        {
            world.Slots[slot] = Slot.Of((int)bits.Take(_bitsOfSlot));
        }

        for (var process = 0; process < scope.Workers; process++)
        {
            world.Processes[process] = (Life)bits.Take(2);
        }

        world.Shared = scope.SharesMessage ? (byte)bits.Take(2) : (byte)0;
        world.IsConverted = scope.SharesMessage && bits.Take(1) != 0;
        for (var manager = 0; manager < scope.Managers; manager++)
        {
            world.Managers[manager] = Manager.Of((uint)bits.Take(32));
        }

        return world;
    }

    private WorldKey PackAs(in World world, Order order)
    {
        var bits = new BitWriter();
        bits.Put((uint)world.Run, 3);
        bits.Put((uint)world.Keys, 2);
        bits.Put((uint)world.Stage, 7);
        bits.Put(world.HasOrders ? 1u : 0, 1);
        bits.Put(world.Published ? 1u : 0, 1);
        bits.Put(world.Gang, 3);
        bits.Put(world.Go ? 1u : 0, 1);
        bits.Put(world.Faults, 3);
        bits.Put(world.LostMessage ? 1u : 0, 1);
        bits.Put(world.MadeLate ? 1u : 0, 1);
        for (var task = 0; task < scope.Tasks; task++)
        {
            var row = world.Rows[task];
            row.Owner = order.Owner(row.Owner);
            row.Nonce = order.Nonce(row.Nonce);
            if (scope.SharesMessage && row is { IsTerminal: true, Nonce: 0 })
            {
                // Nobody asks any more at which attempt it ended.
                row.Attempt = 1;
            }

            bits.Put(order.Owner(world.GoOwners[task]), 3);
            bits.Put((uint)row.Code, _bitsOfRow);
            bits.Put(world.Fresh[task], 2);
            bits.Put(world.Stale[task], 2);
        }

        foreach (var slot in order.Slots)
        {
            bits.Put((uint)world.Slots[slot].Code, _bitsOfSlot);
        }

        foreach (var process in order.Processes)
        {
            bits.Put((uint)world.Processes[process], 2);
        }

        if (scope.SharesMessage)
        {
            bits.Put(world.Shared, 2);
            bits.Put(world.IsConverted ? 1u : 0, 1);
        }

        PutManagers(world, order, ref bits);
        return bits.Key;
    }

    private void PutManagers(in World world, Order order, ref BitWriter bits)
    {
        var (first, second) = (CodeOf(world.Managers[0], order), CodeOf(world.Managers[1], order));
        if (scope.Managers == 1)
        {
            bits.Put(first, 32);
            return;
        }

        bits.Put(Math.Min(first, second), 32);
        bits.Put(Math.Max(first, second), 32);
    }

    private static uint CodeOf(Manager manager, Order order)
    {
        if (manager.Missing != 0)
        {
            var renumbered = 0;
            for (var now = 0; now < order.Processes.Length; now++)
            {
                renumbered |= ((manager.Missing >> order.Processes[now]) & 1) << now;
            }

            manager.Missing = (byte)renumbered;
        }

        return manager.Code;
    }
}
