using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class TerminalTests
{
    public static TheoryData<Exception, string> Faults => new()
    {
        { new IOException("No space left on device"), "No space left on device" },
        { new UnauthorizedAccessException("Access to the path is denied", new IOException("Bad file descriptor")), "Bad file descriptor" },
    };

    [Theory]
    [MemberData(nameof(Faults))]
    public void What_goes_on_is_told_to_a_full_disk_or_a_closed_stream_in_vain_and_without_harm(Exception fault, string told)
    {
        var lost = new List<string>();
        var terminal = new Terminal(
            TextWriter.Null, new GuardedWriter(new Broken(fault), failure => lost.Add(failure.Message)), TextReader.Null, OutputIsTerminal: false, ErrorIsTerminal: false);

        terminal.Tell("a worker is started");
        terminal.Error.WriteLine('x');

        Assert.True(lost.Count >= 2);
        Assert.All(lost, one => Assert.Equal(told, one));
    }

    [Theory]
    [InlineData(0, 100)]
    [InlineData(72, 72)]
    public void A_terminal_that_does_not_say_how_wide_it_is_has_the_usual_width(int told, int columns) =>
        Assert.Equal(columns, new Terminal(TextWriter.Null, TextWriter.Null, TextReader.Null, OutputIsTerminal: true, ErrorIsTerminal: true) { Columns = told }.Columns);

    private sealed class Broken(Exception fault) : StringWriter
    {
        public override void Write(char value) => throw fault;

        public override void Write(string? value) => throw fault;

        public override void WriteLine(string? value) => throw fault;
    }
}
