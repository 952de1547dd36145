using System.Runtime.CompilerServices;
using AzurePerf.Simulation.Faults;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>The committed list of arrows and the faults that can strike them: a cell of it that never occurs means that the simulation lost sight of something.</summary>
internal static class PossibleCells
{
    /// <summary>A cell that occurred less often may be missing after any change of the engine, so it is not put on the list.</summary>
    private const int OftenEnough = 8;

    private static readonly string ListFile = Path.Combine(Path.GetDirectoryName(ThisFile())!, "possible-cells.txt");
    private static readonly Lazy<string[]> List = new(() => File.ReadAllLines(ListFile));

    /// <summary>Whether the list is made anew.</summary>
    public static bool AreWritten => Environment.GetEnvironmentVariable("AZUREPERF_GOLDEN") == "write";

    public static void Check(ArrowMatrix matrix)
    {
        if (AreWritten)
        {
            File.WriteAllLines(ListFile, matrix.Cells.Where(cell => cell.Value >= OftenEnough).Select(cell => Text(cell.Key)).Order(StringComparer.Ordinal));
            return;
        }

        Assert.Empty(MissingIn(matrix));
    }

    /// <summary>Cells of the list that did not occur.</summary>
    public static string[] MissingIn(ArrowMatrix matrix) => [.. List.Value.Except(matrix.Cells.Keys.Select(Text))];

    private static string Text((string Arrow, FaultKind Fault) cell) => $"{cell.Arrow} | {cell.Fault}";

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
