using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Compute;
using AzurePerf.Benchmarks.Disks;
using AzurePerf.Benchmarks.Versus;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class VersusCellTests
{
    /// <summary>Of a steady first cell and a second one with ratios of 0.6 and 0.8 by turns.</summary>
    [Theory]
    [InlineData(0.7, 20, "undecided")]
    [InlineData(0.5, 7, "yes")]
    [InlineData(0.9, 7, "no")]
    [InlineData(null, 7, "yes")]
    public async Task Pairs_are_measured_until_every_cell_is_decided(double? goal, int pairs, string holds)
    {
        var measured = 0;
        var unsteady = new PairCell("unsteady", _ => Task.FromResult(0.6 + (0.2 * (measured++ % 2))), One, goal is null ? null : ratio => ratio.Median >= goal);
        var output = new StringWriter { NewLine = "\n" };
        var entry = new ScriptedEntry(_ => 1) { Session = new CellsSession("other", [new PairCell("steady", One, One, _ => true), unsteady], new()) };

        await new VersusCommand([entry], output, TextWriter.Null).RunAsync(["scripted"], TestContext.Current.CancellationToken);

        var lines = output.ToString().Split('\n', StringSplitOptions.TrimEntries);
        Assert.Contains(lines, line => line.StartsWith("pairs ", StringComparison.Ordinal) && line.EndsWith(FormattableString.Invariant($" {pairs}"), StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("holds ", StringComparison.Ordinal) && line.EndsWith(" " + holds, StringComparison.Ordinal));
        Assert.Equal(holds == "undecided", output.ToString().Contains("unsteady is undecided: the interval is still wider than +-10 %", StringComparison.Ordinal));

        static Task<double> One(CancellationToken cancellationToken) => Task.FromResult(1.0);
    }

    [Fact]
    public void A_cell_that_fails_clearly_fails_the_comparison_whatever_is_undecided()
    {
        IVersusSession session = new CellsSession("other", [new JudgedCell(null), new JudgedCell(false)], new());
        var figures = VersusFigures.Of([.. Enumerable.Range(1, 7).Select(i => new PairFigures(i, 1))]);

        Assert.True(session.WantsAnother(figures));
        Assert.False(VersusResult.Measured(new ScriptedEntry(_ => 1), session, figures, seed: 1).Holds);
    }

    [Fact]
    public async Task A_kernel_is_not_begun_again_once_the_comparison_is_interrupted()
    {
        using var interruption = new CancellationTokenSource();
        var passes = 0;
        var cell = new KernelCell("kernel", work: 1, passes: 15, ours: Pass, theirs: Pass, least: 1, verify: () => { });

        await Assert.ThrowsAsync<OperationCanceledException>(() => cell.MeasureAsync(new Turn(1), oursFirst: true, interruption.Token));

        Assert.Equal(2, passes);

        void Pass()
        {
            passes++;
            interruption.Cancel();
        }
    }

    [Fact]
    public void Each_side_of_a_disk_has_every_place_and_the_seed_says_which_end_goes_first()
    {
        var forwards = Enumerable.Range(1, 9).Select(pair => Order(pair, forwards: true)).ToArray();
        var backwards = Enumerable.Range(1, 9).Select(pair => Order(pair, forwards: false)).ToArray();

        Assert.All("012", side => Assert.Equal(3, forwards.Count(order => order[1] == side)));
        Assert.Equal(forwards.Select(order => string.Concat(Enumerable.Reverse(order))), backwards);

        static string Order(int pair, bool forwards) => string.Concat(Enumerable.Range(0, 3).Select(slice => DiskCell.SideOf(new Turn(pair), forwards, slice)));
    }

    private sealed class JudgedCell(bool? holds) : IVersusCell
    {
        public string Name => holds?.ToString() ?? "none";

        public bool? Holds => holds;

        public Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken) => Task.FromResult((1.0, 1.0));

        public JsonObject ToJson() => [];
    }
}
