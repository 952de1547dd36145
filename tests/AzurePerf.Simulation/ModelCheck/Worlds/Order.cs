namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>One way to number the workers and their slots anew.</summary>
internal sealed class Order
{
    private readonly byte[] _owners = new byte[8];
    private readonly byte[] _nonces = new byte[8];

    private Order(int[] slots, int[] processes)
    {
        (Slots, Processes) = (slots, processes);
        _owners[Row.Gone] = Row.Gone;
        for (var now = 0; now < processes.Length; now++)
        {
            _owners[processes[now] + 1] = (byte)(now + 1);
        }

        for (var now = 0; now < slots.Length; now++)
        {
            _nonces[slots[now] + 1] = (byte)(now + 1);
        }
    }

    /// <summary>For each new slot, the old one.</summary>
    public int[] Slots { get; }

    /// <summary>For each new process, the old one.</summary>
    public int[] Processes { get; }

    /// <summary>The new name of an owner.</summary>
    public byte Owner(byte old) => _owners[old];

    /// <summary>The new name of a claim.</summary>
    public byte Nonce(byte old) => _nonces[old];

    /// <summary>Every order in which nobody could tell the workers, and the slots inside one, from before.</summary>
    public static IReadOnlyList<Order> All(Scope scope)
    {
        var inside = Permutations(scope.SlotsEach);
        var all = new List<Order>();
        foreach (var processes in Permutations(scope.Workers))
        {
            foreach (var slots in inside)
            {
                all.Add(new([.. processes.SelectMany(process => slots.Select(slot => (process * scope.SlotsEach) + slot))], processes));
            }
        }

        return all;
    }

    private static List<int[]> Permutations(int count)
    {
        if (count == 0)
        {
            return [[]];
        }

        var longer = new List<int[]>();
        foreach (var shorter in Permutations(count - 1))
        {
            for (var at = 0; at < count; at++)
            {
                longer.Add([.. shorter[..at], count - 1, .. shorter[at..]]);
            }
        }

        return longer;
    }
}
