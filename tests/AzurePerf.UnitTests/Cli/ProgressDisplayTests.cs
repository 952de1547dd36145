using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Runs;
using Spectre.Console;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed partial class ProgressDisplayTests
{
    [Fact]
    public async Task What_is_told_while_a_bar_is_drawn_can_be_read_and_leaves_no_bar_behind()
    {
        var written = new StringBuilder();
        using var error = new StringWriter(written, CultureInfo.InvariantCulture) { NewLine = "\n" };
        var terminal = new Terminal(TextWriter.Null, TextWriter.Synchronized(error), TextReader.Null, OutputIsTerminal: true, ErrorIsTerminal: true);
        var display = new ProgressDisplay(terminal, colour: false, quiet: false) { CursorMoves = AnsiSupport.Yes };

        await display.CountAsync("measuring", 4, _ =>
        {
            display.Tell("2 messages on tasks-bag: starting a bag worker");
            display.Tell("tasks-bag needed no worker for 60 s");
            return Task.FromResult(0);
        });
        display.Tell("done");

        Assert.Equal(
            ["2 messages on tasks-bag: starting a bag worker", "tasks-bag needed no worker for 60 s", "done"],
            Screen(written.ToString()).Where(line => line.Length > 0));
    }

    [Theory]
    [InlineData(100, true)]
    [InlineData(40, false)]
    public async Task A_narrow_terminal_has_the_words_and_the_time_without_a_bar(int columns, bool hasBar)
    {
        var written = new StringBuilder();
        using var error = new StringWriter(written, CultureInfo.InvariantCulture) { NewLine = "\n" };
        var terminal = new Terminal(TextWriter.Null, TextWriter.Synchronized(error), TextReader.Null, OutputIsTerminal: true, ErrorIsTerminal: true) { Columns = columns };
        var bar = new ProgressTask(1, "starting", 1);

        await new ProgressDisplay(terminal, colour: false, quiet: false) { CursorMoves = AnsiSupport.Yes }.CountAsync("files", 4, _ => Task.FromResult(0));
        new BarProgress(bar, columns).Show(SampleRuns.Run("blob.download", "{}", RunStatus.Running));

        // A bar of nothing done is room where there are no colours.
        Assert.Equal(hasBar, written.ToString().Split("files")[1].IndexOf("00:00:00", StringComparison.Ordinal) > 10);
        Assert.True(bar.Description.Length + "  00:00:00".Length <= columns);
    }

    /// <summary>The lines that a terminal shows after it was sent a text: of what moves its cursor, what a live bar uses.</summary>
    private static IEnumerable<string> Screen(string sent)
    {
        var lines = new List<StringBuilder> { new() };
        var (row, column) = (0, 0);
        foreach (Match part in Parts().Matches(sent))
        {
            var count = int.TryParse(part.Groups["count"].Value, CultureInfo.InvariantCulture, out var told) ? told : 1;
            switch (part.Groups["code"].Value)
            {
                case "A":
                    row = Math.Max(0, row - count);
                    break;
                case "K":
                    lines[row].Clear();
                    break;
                case "" when part.Value == "\r":
                    column = 0;
                    break;
                case "" when part.Value == "\n":
                    (row, column) = (row + 1, 0);
                    if (row == lines.Count)
                    {
                        lines.Add(new());
                    }

                    break;
                case "":
                    lines[row].Append(' ', Math.Max(0, column + 1 - lines[row].Length))[column++] = part.Value[0];
                    break;
            }
        }

        return lines.Select(line => line.ToString().TrimEnd());
    }

    [GeneratedRegex(@"\u001b\[\??(?<count>\d*)(;\d+)*(?<code>[A-Za-z])|.|\n", RegexOptions.ExplicitCapture, 1_000)]
    private static partial Regex Parts();
}
