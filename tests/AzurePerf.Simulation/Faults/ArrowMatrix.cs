namespace AzurePerf.Simulation.Faults;

/// <summary>How often each arrow occurred and each fault struck it.</summary>
internal sealed class ArrowMatrix
{
    private readonly Dictionary<string, long> _arrows = [];
    private readonly Dictionary<(string Arrow, FaultKind Fault), long> _cells = [];

    public IReadOnlyDictionary<(string Arrow, FaultKind Fault), long> Cells => _cells;

    public IEnumerable<string> Arrows => _arrows.Keys.Order(StringComparer.Ordinal);

    public long Occurred(string arrow)
    {
        var count = _arrows.GetValueOrDefault(arrow) + 1;
        _arrows[arrow] = count;
        return count;
    }

    public void Struck(string arrow, FaultKind fault) => _cells[(arrow, fault)] = _cells.GetValueOrDefault((arrow, fault)) + 1;

    /// <summary>Adds what another simulation saw.</summary>
    public void Add(ArrowMatrix other)
    {
        foreach (var (arrow, count) in other._arrows)
        {
            _arrows[arrow] = _arrows.GetValueOrDefault(arrow) + count;
        }

        foreach (var (cell, count) in other._cells)
        {
            _cells[cell] = _cells.GetValueOrDefault(cell) + count;
        }
    }

    public override string ToString()
    {
        var faults = Enum.GetValues<FaultKind>();
        var width = _arrows.Keys.Concat(_cells.Keys.Select(cell => cell.Arrow)).Max(arrow => arrow.Length);
        var lines = _arrows.Keys.Union(_cells.Keys.Select(cell => cell.Arrow)).Order(StringComparer.Ordinal).Select(arrow =>
            $"{arrow.PadRight(width)} {_arrows.GetValueOrDefault(arrow),9}" + string.Concat(faults.Select(fault => Cell(arrow, fault).PadLeft(fault.ToString().Length + 1))));
        return string.Join("\n", lines.Prepend(new string(' ', width) + "  occurred" + string.Concat(faults.Select(fault => " " + fault))));
    }

    private string Cell(string arrow, FaultKind fault) => _cells.TryGetValue((arrow, fault), out var count) ? $"{count}" : ".";
}
