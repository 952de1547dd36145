using AzurePerf.Imagery.Granules;

namespace AzurePerf.Sources.Made;

/// <summary>What decides every byte of made granules.</summary>
/// <param name="Seed">Of the field and of what is lost.</param>
/// <param name="Coarseness">By what lines and columns are divided, one of <see cref="Allowed"/>.</param>
internal sealed record MadeSettings(int Seed = 1, int Coarseness = 1)
{
    /// <summary>Those that divide the cells of every tile.</summary>
    public static IReadOnlyList<int> Allowed { get; } = [1, 2, 4, 5, 10, Orbit.Coarsest];
}
