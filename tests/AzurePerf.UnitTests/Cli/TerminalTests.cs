using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class TerminalTests
{
    [Theory]
    [InlineData(0, 100)]
    [InlineData(72, 72)]
    public void A_terminal_that_does_not_say_how_wide_it_is_has_the_usual_width(int told, int columns) =>
        Assert.Equal(columns, new Terminal(TextWriter.Null, TextWriter.Null, TextReader.Null, OutputIsTerminal: true, ErrorIsTerminal: true) { Columns = told }.Columns);
}
