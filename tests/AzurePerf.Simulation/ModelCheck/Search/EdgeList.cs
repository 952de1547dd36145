namespace AzurePerf.Simulation.ModelCheck.Search;

/// <summary>Which world leads to which: the ways on from the first world, then those from the second, and so on.</summary>
internal sealed class EdgeList
{
    private int[] _targets = new int[1 << 14];
    private int[] _ends = new int[1 << 12];
    private int _count;
    private int _sources;

    public void Add(int target)
    {
        if (_count == _targets.Length)
        {
            Array.Resize(ref _targets, _targets.Length * 2);
        }

        _targets[_count++] = target;
    }

    /// <summary>The ways on from one world are complete.</summary>
    public void Close()
    {
        if (_sources == _ends.Length)
        {
            Array.Resize(ref _ends, _ends.Length * 2);
        }

        _ends[_sources++] = _count;
    }

    /// <summary>Of each world, whether any of the given ones can be reached from it.</summary>
    public bool[] Reaching(IReadOnlyCollection<int> ends)
    {
        var starts = new int[_sources + 1];
        for (var edge = 0; edge < _count; edge++)
        {
            starts[_targets[edge] + 1]++;
        }

        for (var state = 0; state < _sources; state++)
        {
            starts[state + 1] += starts[state];
        }

        return Spread(Reversed(starts), starts, ends);
    }

    /// <summary>For each world in turn, the worlds that lead to it.</summary>
    private int[] Reversed(int[] starts)
    {
        var sources = new int[_count];
        var next = starts[..^1];
        for (int state = 0, edge = 0; state < _sources; state++)
        {
            for (; edge < _ends[state]; edge++)
            {
                sources[next[_targets[edge]]++] = state;
            }
        }

        return sources;
    }

    private bool[] Spread(int[] sources, int[] starts, IReadOnlyCollection<int> ends)
    {
        var reaching = new bool[_sources];
        var open = new Stack<int>(ends);
        foreach (var end in ends)
        {
            reaching[end] = true;
        }

        while (open.TryPop(out var state))
        {
            for (var at = starts[state]; at < starts[state + 1]; at++)
            {
                if (!reaching[sources[at]])
                {
                    reaching[sources[at]] = true;
                    open.Push(sources[at]);
                }
            }
        }

        return reaching;
    }
}
