using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class TextTableTests
{
    private const string Name = "a name of thirty-two characters";

    [Fact]
    public void A_pipe_gets_every_name_whole_however_wide_the_table_becomes()
    {
        var lines = Lines(Sheet.Pipe, new string('n', 120));

        Assert.Contains(new string('n', 120), lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_terminal_cuts_names_as_far_as_it_must()
    {
        Assert.Contains(Name, Lines(Sheet.Terminal(80, false), Name)[1], StringComparison.Ordinal);
        Assert.Equal("4x2k a name of thirty-two cha.. 12 completed", Lines(Sheet.Terminal(44, false), Name)[1]);
    }

    [Fact]
    public void Columns_that_do_not_fit_follow_below_next_to_the_keys()
    {
        var table = new TextTable(new("run"), new("clients", RightAligned: true) { IsKey = true }, new(new string('a', 30)), new(new string('b', 30)));
        table.Add("4x2k", "8", "first", "second");

        Assert.Equal(
            ["run   clients  " + new string('a', 30), "4x2k        8  first", "", "run   clients  " + new string('b', 30), "4x2k        8  second"],
            table.Lines(Sheet.Terminal(50, false)));
    }

    [Fact]
    public void A_name_in_a_further_block_is_cut_to_the_room_that_is_there()
    {
        var table = new TextTable(new("worker"), new("heartbeat", RightAligned: true), new("slots", RightAligned: true), new("build") { IsName = true });
        table.Add("abcdefghij2345672345", "4 s ago", "1", "0.1.0+eb1b946d9bf4a9f9e289b6cd4c59c1f57b9958f0");

        Assert.Equal(
            ["worker               heartbeat slots build", "abcdefghij2345672345   4 s ago     1 0.1.0+eb1b946d9bf4a9f.."],
            table.Lines(Sheet.Terminal(60, false)));
        Assert.Equal(
            ["worker                heartbeat  slots", "abcdefghij2345672345    4 s ago      1", "", "worker               build", "abcdefghij2345672345 0.1.0+eb1b946d9bf.."],
            table.Lines(Sheet.Terminal(40, false)));
    }

    [Fact]
    public void Words_of_a_last_column_go_on_below_each_other()
    {
        var table = new TextTable(new("fails if"), new("clients", RightAligned: true) { IsKey = true }, new("why"));
        table.Add("p95 > 5 ms", "4", "6 repetitions must count, and 2 do");

        Assert.Equal(
            ["fails if    clients", "p95 > 5 ms        4", "", "fails if   clients why", "p95 > 5 ms       4 6 repetitions must", "                   count, and 2 do"],
            table.Lines(Sheet.Terminal(40, false)));
    }

    private static string[] Lines(Sheet sheet, string name)
    {
        var table = new TextTable(new("run"), new("name") { IsName = true }, new("n", RightAligned: true), new("state"));
        table.Add("4x2k", name, "12", "completed");
        return [.. table.Lines(sheet)];
    }
}
