namespace AzurePerf.Imagery.Reductions;

/// <summary>The reductions known.</summary>
public static class ReductionCatalogue
{
    /// <summary>All, in the order of their names.</summary>
    public static IReadOnlyList<IReduction> All { get; } =
    [
        new HistogramReduction(),
        new PictureReduction(),
        new ZonesReduction(),
    ];

    /// <summary>The reductions that a request names.</summary>
    /// <param name="names">Names with spaces or commas between them, in any order; none gives none.</param>
    /// <exception cref="ArgumentException">One is unknown; the message is one sentence that lists those known.</exception>
    public static IReadOnlyList<IReduction> Of(string names)
    {
        var given = names.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return given.FirstOrDefault(name => All.All(reduction => reduction.Name != name)) is { } unknown
            ? throw new ArgumentException($"unknown reduction: {unknown}; known: {string.Join(", ", All.Select(known => known.Name))}")
            : [.. All.Where(reduction => given.Contains(reduction.Name))];
    }
}
