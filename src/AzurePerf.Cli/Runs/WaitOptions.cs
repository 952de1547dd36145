using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>Whether a command follows the run that it is about to its end, and for how long.</summary>
internal sealed class WaitOptions
{
    private const int LongestSeconds = 7 * 24 * 3_600;

    private readonly Option<bool>? _wait;
    private readonly Option<int?> _timeout = IntegerOption.CreateOptional(
        "--timeout", $"Seconds after which the watch ends with {ExitCode.TimedOut}; the run goes on.", 1, LongestSeconds);

    private readonly Option<bool> _allowFailures = new("--allow-failures")
    {
        Description = $"End with {ExitCode.Ok} also when some configurations have no successful operation, or no image was made that was "
            + "asked for.",
    };

    private readonly Option<bool> _allowUndecided = new("--allow-undecided")
    {
        Description = $"End with {ExitCode.Ok} also when a criterion cannot be told.",
    };

    private readonly Option<bool> _verbose = new("--verbose")
    {
        Description = "Print the tables and notes too, before the summary; `azureperf show` prints them later.",
    };

    /// <param name="always">True where following is what the command is for.</param>
    public WaitOptions(bool always = false) =>
        _wait = always
            ? null
            : new("--wait") { Description = "Follow the run to its end and print what it found; the exit code says how it ended." };

    public void AddTo(Command command)
    {
        if (_wait is not null)
        {
            command.Add(_wait);
        }

        command.Add(_timeout);
        command.Add(_allowFailures);
        command.Add(_allowUndecided);
        command.Add(_verbose);
    }

    /// <summary>How to follow the run; null for not at all.</summary>
    public Waiting? Read(ParseResult parsed)
    {
        var limit = parsed.GetValue(_timeout);
        var allowsFailures = parsed.GetValue(_allowFailures);
        var allowsUndecided = parsed.GetValue(_allowUndecided);
        var verbose = parsed.GetValue(_verbose);
        if (_wait is null || parsed.GetValue(_wait))
        {
            return new(limit is { } seconds ? TimeSpan.FromSeconds(seconds) : null, allowsFailures, allowsUndecided, verbose);
        }

        return limit is not null ? throw CommandFailure.Usage("--timeout limits a watch: give --wait too")
            : allowsFailures ? throw CommandFailure.Usage("--allow-failures is about how a followed run ended: give --wait too")
            : allowsUndecided ? throw CommandFailure.Usage("--allow-undecided is about how a followed run ended: give --wait too")
            : verbose ? throw CommandFailure.Usage("--verbose is about the end of a followed run: give --wait too")
            : null;
    }
}

/// <summary>That a run is followed.</summary>
/// <param name="Limit">For how long; null to its end.</param>
/// <param name="AllowsFailures">True when combinations without a success do not make the command fail.</param>
/// <param name="AllowsUndecided">True when criteria that cannot be told do not make the command fail.</param>
/// <param name="Verbose">True for tables and notes at its end.</param>
internal sealed record Waiting(TimeSpan? Limit, bool AllowsFailures, bool AllowsUndecided, bool Verbose);
