using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class TerminalTests
{
    [Fact]
    public void What_goes_on_is_told_to_a_full_disk_in_vain_and_without_harm()
    {
        var lost = 0;
        var terminal = new Terminal(
            TextWriter.Null, new GuardedWriter(new FullDisk(), _ => lost++), TextReader.Null, OutputIsTerminal: false, ErrorIsTerminal: false);

        terminal.Tell("a worker is started");
        terminal.Error.WriteLine('x');

        Assert.True(lost >= 2);
    }

    [Theory]
    [InlineData(0, 100)]
    [InlineData(72, 72)]
    public void A_terminal_that_does_not_say_how_wide_it_is_has_the_usual_width(int told, int columns) =>
        Assert.Equal(columns, new Terminal(TextWriter.Null, TextWriter.Null, TextReader.Null, OutputIsTerminal: true, ErrorIsTerminal: true) { Columns = told }.Columns);

    private sealed class FullDisk : StringWriter
    {
        public override void Write(char value) => throw new IOException("No space left on device");

        public override void Write(string? value) => throw new IOException("No space left on device");

        public override void WriteLine(string? value) => throw new IOException("No space left on device");
    }
}
