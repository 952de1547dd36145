using System.Globalization;
using System.Runtime.CompilerServices;
using AzurePerf.Simulation.Faults;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>
/// The committed list of arrows and the faults that can strike them: a cell of it that never occurs means that the simulation lost sight of something. A second list has seeds in
/// which all of them occur.
/// </summary>
internal static class PossibleCells
{
    /// <summary>A cell that occurred less often may be missing after any change of the engine, so it is not put on the list.</summary>
    private const int OftenEnough = 8;

    private static readonly string ListFile = Path.Combine(Path.GetDirectoryName(ThisFile())!, "possible-cells.txt");
    private static readonly string SeedsFile = Path.Combine(Path.GetDirectoryName(ThisFile())!, "covering-seeds.txt");
    private static readonly Lazy<string[]> List = new(() => File.ReadAllLines(ListFile));

    /// <summary>Whether the lists are made anew.</summary>
    public static bool AreWritten => Environment.GetEnvironmentVariable("AZUREPERF_GOLDEN") == "write";

    /// <summary>Seeds in which all cells occurred when the lists were made. A change of the engine can change what happens in a seed: then others are searched.</summary>
    public static int[] CoveringSeeds => [.. File.ReadAllLines(SeedsFile).Select(line => int.Parse(line, CultureInfo.InvariantCulture))];

    public static void Check(SeedSurvey survey)
    {
        if (AreWritten)
        {
            var often = survey.Matrix.Cells.Where(cell => cell.Value >= OftenEnough).Select(cell => cell.Key).ToArray();
            File.WriteAllLines(ListFile, often.Select(Text).Order(StringComparer.Ordinal));
            File.WriteAllLines(SeedsFile, Covering(survey, [.. often]).Order().Select(seed => seed.ToString(CultureInfo.InvariantCulture)));
            return;
        }

        Assert.Empty(MissingIn(survey.Matrix));
    }

    /// <summary>Cells of the list that did not occur.</summary>
    public static string[] MissingIn(ArrowMatrix matrix) => [.. List.Value.Except(matrix.Cells.Keys.Select(Text))];

    /// <summary>Few seeds in which all these cells occur: each time the seed that has the most of those that are left.</summary>
    private static List<int> Covering(SeedSurvey survey, HashSet<(string Arrow, FaultKind Fault)> cells)
    {
        var seeds = new List<int>();
        while (cells.Count > 0)
        {
            var (seed, matrix) = survey.Matrices.OrderBy(seen => seen.Key).MaxBy(seen => seen.Value.Cells.Keys.Count(cells.Contains));
            cells.ExceptWith(matrix.Cells.Keys);
            seeds.Add(seed);
        }

        return seeds;
    }

    private static string Text((string Arrow, FaultKind Fault) cell) => $"{cell.Arrow} | {cell.Fault}";

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
