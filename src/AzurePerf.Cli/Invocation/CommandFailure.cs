namespace AzurePerf.Cli.Invocation;

/// <summary>Ends the command with a sentence for its user, who needs no stack trace to act on it.</summary>
internal class CommandFailure(string message, int exitCode = ExitCode.Failure, Exception? cause = null) : Exception(message, cause)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>The user asked for something that cannot be meant.</summary>
    public static CommandFailure Usage(string message) => new(message, Invocation.ExitCode.Usage);
}
