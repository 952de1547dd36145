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

    private static string[] Lines(Sheet sheet, string name)
    {
        var table = new TextTable(new("run"), new("name") { IsName = true }, new("n", RightAligned: true), new("state"));
        table.Add("4x2k", name, "12", "completed");
        return [.. table.Lines(sheet)];
    }
}
