using System.Runtime.CompilerServices;
using AzurePerf.Simulation.Faults;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>The committed list of arrows and the faults that can strike them: a cell of it that never occurs means that the simulation lost sight of something.</summary>
internal static class PossibleCells
{
    /// <summary>A cell that occurred less often may be missing after any change of the engine, so it is not put on the list.</summary>
    private const int OftenEnough = 8;

    public static void Check(ArrowMatrix matrix)
    {
        var file = Path.Combine(Path.GetDirectoryName(ThisFile())!, "possible-cells.txt");
        if (Environment.GetEnvironmentVariable("AZUREPERF_GOLDEN") == "write")
        {
            File.WriteAllLines(file, matrix.Cells.Where(cell => cell.Value >= OftenEnough).Select(cell => Text(cell.Key)).Order(StringComparer.Ordinal));
        }

        var met = matrix.Cells.Keys.Select(Text).ToHashSet();
        string[] missing = [.. File.ReadAllLines(file).Except(met)];
        Assert.Empty(missing);
    }

    private static string Text((string Arrow, FaultKind Fault) cell) => $"{cell.Arrow} | {cell.Fault}";

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
