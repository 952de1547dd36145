using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Invocation;

/// <summary>One invocation: where it writes, what it was told about that, and the API it talks to.</summary>
internal sealed class Session(CommandContext context, GlobalArguments globals)
{
    public CommandContext Context => context;

    public Uri Url => globals.Url;

    public OutputFormat Format => globals.Format;

    /// <summary>What standard output is written on.</summary>
    public Sheet Sheet { get; } =
        (context.Terminal.OutputIsTerminal ? Sheet.Terminal(context.Terminal.Columns, globals.Colour) : Sheet.Pipe)
        with
        { Options = globals.Given };

    public ProgressDisplay Progress { get; } = new(context.Terminal, globals.Colour, globals.Quiet);

    /// <summary>The API that was asked for, with the key for it if one was given.</summary>
    /// <param name="patience">How long a request may take; null for the usual time.</param>
    public ApiClient OpenApi(TimeSpan? patience = null)
    {
        var handler = context.HandlerFor(globals.Url);
        return new(
            globals.Url,
            KeySource.Read(globals.KeyFile, context.Environment, globals.Url, globals.KeyFileFrom) is { } key
                ? new KeyHandler(key, globals.Url, handler)
                : handler,
            context.Ids,
            context.Time,
            Say,
            patience);
    }

    /// <summary>An API that this command started itself, which asks for no key and gets none.</summary>
    public ApiClient OpenApi(Uri url) => new(url, context.HandlerFor(url), context.Ids, context.Time, Say);

    /// <summary>Writes data in the format that was asked for, to standard output.</summary>
    public void Write(Func<string> table, Func<string> csv, string json) => WriteText(globals.Format switch
    {
        OutputFormat.Json => json,
        OutputFormat.Csv => csv(),
        _ => table(),
    });

    /// <summary>Writes what nobody can be shown again.</summary>
    /// <param name="write">Writes it.</param>
    /// <param name="lost">What is so, and what to do, where nobody gets it.</param>
    /// <param name="toFile">True where it goes to a file, and not to standard output.</param>
    /// <exception cref="CommandFailure">Nobody gets it.</exception>
    public void WriteOnce(Action write, string lost, bool toFile = false)
    {
        try
        {
            // What is written then is lost without a word. Afterwards is too late: a reader may have taken all of it and left.
            if (!toFile && context.Terminal.IsAbandoned())
            {
                throw new CommandFailure("nobody reads standard output any more");
            }

            write();
        }
        catch (CommandFailure failure)
        {
            throw new CommandFailure($"{failure.Message}; {lost}", failure.ExitCode, failure);
        }
    }

    /// <summary>Writes that something was ended for good.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="column">The column of ids of its kind: "keyId".</param>
    /// <param name="done">What was done: "revoked", which is the name of the column or member that is true.</param>
    public void WriteEnd(string id, string column, string done) => Write(
        () => $"{id} {done}\n",
        () =>
        {
            var csv = new CsvText(column, done);
            csv.Add(id, true);
            return csv.ToString();
        },
        new JsonObject { ["id"] = id, [done] = true }.ToJsonString());

    /// <summary>Tells people what goes on, on standard error, unless they want quiet.</summary>
    public void Say(string sentence)
    {
        if (!globals.Quiet)
        {
            Tell(sentence);
        }
    }

    /// <summary>Tells people what they must know, on standard error.</summary>
    public void Tell(string sentence) => Progress.Tell(AdvisedCommand.Complete(sentence, globals.Given));

    /// <summary>Sends what makes something. Without an answer the user is told that it may be there.</summary>
    /// <param name="send">Sends it.</param>
    /// <param name="notKnown">What to tell then.</param>
    public async Task<T> SendAsync<T>(Func<Task<T>> send, string notKnown)
    {
        try
        {
            return await send();
        }
        catch (Exception exception) when (exception is OperationCanceledException or ApiFailure { MayBeDone: true })
        {
            Tell(notKnown);
            throw;
        }
    }

    /// <summary>Asks a person, and nobody else: true when there is one and the answer is not yes.</summary>
    public async Task<bool> RefusesAsync(string question, CancellationToken cancellationToken)
    {
        var terminal = context.Terminal;
        if (!terminal.InputIsTerminal || !terminal.ErrorIsTerminal)
        {
            return false;
        }

        terminal.Error.Write(PlainText.OneLine(question) + " [y/N] ");
        terminal.Error.Flush();
        // A console's reader cannot be cancelled: it is left behind.
        var answer = await Task.Run(terminal.Input.ReadLine, CancellationToken.None).WaitAsync(cancellationToken);
        return answer?.Trim().ToLowerInvariant() is not ("y" or "yes");
    }

    /// <summary>Writes text to standard output, ended by a line break.</summary>
    public void WriteText(string text)
    {
        context.Terminal.Output.Write(text.EndsWith('\n') ? text : text + "\n");
        context.Terminal.Output.Flush();
    }
}
