using AzurePerf.Benchmarks.Versus;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class VersusCommandTests : IDisposable
{
    private static readonly OutsideTool Absent = new("other", "apt-get install other", () => false);

    private readonly StringWriter _output = new() { NewLine = "\n" };
    private readonly StringWriter _error = new() { NewLine = "\n" };

    [Fact]
    public async Task The_json_line_has_the_agreed_fields_in_the_agreed_order()
    {
        var entry = new ScriptedEntry(turn => 1_020_000_000.4 + turn.Pair, _ => 1_000_000_000) { Flags = ["a \"quoted\" flag"] };

        Assert.Equal(VersusExitCode.Measured, await RunAsync([entry], "scripted", "--json", "--seed", "5"));

        Assert.Equal(
            """
            {"name":"scripted","unit":"bit/s","better":"higher","ours":{"median":1020000000,"low":1020000000,"high":1020000000},"theirs":{"median":1000000000,"low":1000000000,"high":1000000000},"ratio":{"median":1.02,"low":1.02,"high":1.02},"pairs":7,"goal":">= 1.0","holds":true,"tool":"other 3.12","setup":"loopback; order seed 5","flags":["a \"quoted\" flag"],"cells":{"a":1.5}}

            """,
            _output.ToString());
    }

    [Fact]
    public async Task A_side_that_stands_alone_has_no_ratio_and_no_seed()
    {
        await RunAsync([new ScriptedEntry(_ => 2)], "scripted", "--json");

        Assert.Contains("\"theirs\":null,\"ratio\":null,\"pairs\":7,", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("\"tool\":null,\"setup\":\"loopback\"", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_missing_tool_is_named_with_its_package_and_nothing_is_measured()
    {
        var entry = new ScriptedEntry(_ => 1, _ => 1) { Tools = [Absent] };

        Assert.Equal(VersusExitCode.ToolMissing, await RunAsync([entry], "scripted", "--json", "--fail"));

        Assert.Empty(entry.Asked);
        Assert.Contains("\"ours\":null,\"theirs\":null,\"ratio\":null,\"pairs\":0,", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("\"holds\":null,", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("\"flags\":[\"other is missing: apt-get install other\"]", _output.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, true, 0)]
    [InlineData(false, false, 0)]
    [InlineData(false, true, 3)]
    public async Task The_goal_decides_the_exit_code_only_with_fail(bool met, bool fail, int expected)
    {
        var entry = new ScriptedEntry(_ => 1, _ => 1) { Met = _ => met };

        Assert.Equal(expected, (int)await RunAsync([entry], fail ? ["scripted", "--fail"] : ["scripted"]));

        Assert.Contains(met ? "yes" : "no", LineOf("holds"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Unsteady_pairs_are_undecided_after_twenty_whatever_the_goal_says()
    {
        var entry = new ScriptedEntry(turn => 1 + (turn.Pair % 2), _ => 1) { Met = _ => false };

        Assert.Equal(VersusExitCode.Measured, await RunAsync([entry], "scripted", "--fail"));

        Assert.Contains("undecided", LineOf("holds"), StringComparison.Ordinal);
        Assert.Contains("20", LineOf("pairs"), StringComparison.Ordinal);
        Assert.Contains("wider than +-10 % after 20 pairs", LineOf("flag"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_warm_up_is_measured_and_discarded()
    {
        var entry = new ScriptedEntry(turn => turn.IsWarmUp ? 1_000 : 2);

        await RunAsync([entry], "scripted");

        Assert.Equal(8, entry.Asked.Count);
        Assert.Contains("2 bit/s  [2 .. 2]", LineOf("ours"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Both_sides_take_turns_in_an_order_that_the_seed_repeats()
    {
        var first = await OrderAsync(seed: "7");

        Assert.Equal(first, await OrderAsync(seed: "7"));
        Assert.NotEqual(first, await OrderAsync(seed: "8"));
        Assert.All(first.Chunk(2), pair => Assert.Equal(pair[0].Split(' ')[0], pair[1].Split(' ')[0]));
        Assert.Contains(first.Chunk(2), pair => pair[0].EndsWith("ours", StringComparison.Ordinal));
        Assert.Contains(first.Chunk(2), pair => pair[0].EndsWith("theirs", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public async Task A_figure_that_cannot_be_ends_the_comparison_and_what_it_started(double figure)
    {
        var entry = new ScriptedEntry(turn => turn.Pair == 3 ? figure : 1);

        await Assert.ThrowsAsync<InvalidOperationException>(() => RunAsync([entry], "scripted"));

        Assert.True(entry.IsDisposed);
    }

    [Fact]
    public async Task An_interrupted_comparison_ends_after_the_side_that_did_not_heed_it_and_prints_no_verdict()
    {
        using var interruption = new CancellationTokenSource();
        var entry = new ScriptedEntry(turn =>
        {
            if (turn.Pair == 7)
            {
                interruption.Cancel();
            }

            return 1;
        });

        Assert.Equal(VersusExitCode.Interrupted, await new VersusCommand([entry], _output, _error).RunAsync(["scripted"], interruption.Token));

        Assert.Empty(_output.ToString());
        Assert.Equal(8, entry.Asked.Count);
        Assert.True(entry.IsDisposed);
    }

    [Fact]
    public async Task A_program_that_fails_because_the_interruption_reached_it_first_is_no_failure()
    {
        using var interruption = new CancellationTokenSource();
        var entry = new ScriptedEntry(_ =>
        {
            interruption.Cancel();
            throw new InvalidOperationException("pgbench ended with 130");
        });

        Assert.Equal(VersusExitCode.Interrupted, await new VersusCommand([entry], _output, _error).RunAsync(["scripted"], interruption.Token));
    }

    [Theory]
    [InlineData("nonsense", "Nothing is named nonsense.")]
    [InlineData("--json", "The name of what to compare is missing.")]
    public async Task An_unknown_or_missing_name_is_answered_with_the_names_and_examples(string argument, string reason)
    {
        Assert.Equal(VersusExitCode.Failed, await RunAsync([new ScriptedEntry(_ => 1)], argument));

        Assert.Empty(_output.ToString());
        Assert.StartsWith(reason, _error.ToString(), StringComparison.Ordinal);
        Assert.Contains("Names: scripted", _error.ToString(), StringComparison.Ordinal);
        Assert.Contains("-- versus recorder --pairs 15", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_list_names_goal_and_needed_tools()
    {
        await RunAsync([new ScriptedEntry(_ => 1) { Tools = [Absent] }, new ScriptedEntry(_ => 1) { Name = "second" }], "list");

        Assert.Equal(
            """
            name      goal    needs
            scripted  >= 1.0  other (apt-get install other)
            second    >= 1.0  nothing

            """,
            _output.ToString());
    }

    [Fact]
    public void The_catalogue_is_sorted_and_its_names_are_unique()
    {
        var names = VersusCatalogue.Entries.Select(entry => entry.Name).ToArray();

        Assert.Equal(names.Distinct().Order(StringComparer.Ordinal), names);
        Assert.All(names, name => Assert.Matches("^[a-z]+(-[a-z]+)*$", name));
    }

    [Fact]
    public void A_tool_is_present_when_a_folder_of_the_path_holds_it()
    {
        var assembly = new FileInfo(typeof(VersusCommandTests).Assembly.Location);
        var path = string.Join(Path.PathSeparator, "/nowhere", assembly.DirectoryName);

        Assert.True(OutsideTool.IsOnPath(assembly.Name, path));
        Assert.False(OutsideTool.IsOnPath("no-such-tool", path));
        Assert.False(OutsideTool.IsOnPath(assembly.Name, path: null));
    }

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
    }

    private static async Task<IReadOnlyList<string>> OrderAsync(string seed)
    {
        var entry = new ScriptedEntry(_ => 1, _ => 1);
        await new VersusCommand([entry], TextWriter.Null, TextWriter.Null).RunAsync(["scripted", "--pairs", "20", "--seed", seed], CancellationToken.None);
        return entry.Asked;
    }

    private Task<VersusExitCode> RunAsync(IReadOnlyList<IVersusEntry> entries, params string[] arguments)
        => new VersusCommand(entries, _output, _error).RunAsync(arguments, TestContext.Current.CancellationToken);

    private string LineOf(string label) => _output.ToString().Split('\n').Single(line => line.TrimStart().StartsWith(label + " ", StringComparison.Ordinal));
}
