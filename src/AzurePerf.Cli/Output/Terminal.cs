using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace AzurePerf.Cli.Output;

/// <summary>The standard streams, and which of them a person looks at.</summary>
internal sealed record Terminal(TextWriter Output, TextWriter Error, TextReader Input, bool OutputIsTerminal, bool ErrorIsTerminal)
{
    /// <summary>Whether a person can answer a question.</summary>
    public bool InputIsTerminal { get; init; }

    /// <summary>Whether standard output is a pipe that nobody reads any more, as that of `head` when it has its lines. What is written
    /// then is lost, and that is no failure.</summary>
    public Func<bool> IsAbandoned { get; init; } = () => false;

    /// <summary>How wide the terminal is, where there is one.</summary>
    public int Columns
    {
        get;
        init => field = value > 0 ? value : Sheet.UsualColumns;
    } = Sheet.UsualColumns;

    /// <summary>A sentence on standard error: on a terminal broken between words, in a pipe one line, so that it can be searched.</summary>
    public void Tell(string sentence)
    {
        foreach (var line in Lines(sentence))
        {
            Error.WriteLine(line);
        }
    }

    /// <summary>The lines that a sentence on standard error takes.</summary>
    public IEnumerable<string> Lines(string sentence) =>
        ErrorIsTerminal ? Sheet.Terminal(Columns, emphasises: false).Wrap(sentence) : [PlainText.OneLine(sentence)];

    /// <summary>The streams of this process: the one place that touches the console. What is no terminal is a file or another program,
    /// which expects UTF-8, whatever the code page of the console. That nobody can be told how things go ends nothing.</summary>
    [SuppressMessage(
        "ApiDesign", "RS0030:Do not use banned APIs", Justification = "The ban keeps everything else writing through this type.")]
    public static Terminal OfProcess()
    {
        // The live bar tells by the console's own writer that it is on a terminal.
        Console.SetError(
            new GuardedWriter(Console.IsErrorRedirected ? WriterOf(Console.OpenStandardError()) : Console.Error, _ => { }));
        return new(
            new GuardedWriter(
                Console.IsOutputRedirected ? WriterOf(Console.OpenStandardOutput()) : Console.Out,
                failure => throw new CommandFailure($"standard output cannot be written: {failure.Message}", cause: failure)),
            Console.Error,
            Console.IsInputRedirected ? new StreamReader(Console.OpenStandardInput(), Encoding.UTF8) : Console.In,
            !Console.IsOutputRedirected, !Console.IsErrorRedirected)
        {
            InputIsTerminal = !Console.IsInputRedirected,
            IsAbandoned = OutputPipe.IsAbandoned,
            Columns = Console.IsOutputRedirected && Console.IsErrorRedirected ? 0 : Console.WindowWidth,
        };
    }

    /// <summary>Without a byte order mark.</summary>
    private static TextWriter WriterOf(Stream stream) => TextWriter.Synchronized(new StreamWriter(stream) { AutoFlush = true });
}
