namespace AzurePerf.Cli.Output;

/// <summary>Ends the command with a sentence for its user, who needs no stack trace to act on it.</summary>
internal class CommandFailure(string message, int exitCode = ExitCode.Failure, Exception? cause = null) : Exception(message, cause)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>For lines of the message that are about a member of a request: its path.</summary>
    public IReadOnlyDictionary<string, string> Members { get; init; } = new Dictionary<string, string>();

    /// <summary>The user asked for something that cannot be meant.</summary>
    public static CommandFailure Usage(string message) => new(message, Output.ExitCode.Usage);

    /// <summary>Members of a request cannot be meant as they are.</summary>
    /// <param name="faults">Path and complaint; the path is empty for the whole.</param>
    public static CommandFailure Usage(IEnumerable<(string Path, string Message)> faults)
    {
        var lines = faults.Select(fault => (fault.Path, Line: LineOf(fault.Path, fault.Message))).ToArray();
        return new(string.Join('\n', lines.Select(line => line.Line)), Output.ExitCode.Usage) { Members = MembersOf(lines) };
    }

    /// <summary>One line for a member that is wrong.</summary>
    public static string LineOf(string path, string message) => path.Length == 0 ? $"the request {message}" : $"{path} {message}";

    /// <summary>Paths by line; of equal lines one is enough.</summary>
    public static IReadOnlyDictionary<string, string> MembersOf(IEnumerable<(string Path, string Line)> lines) =>
        lines.DistinctBy(line => line.Line).ToDictionary(line => line.Line, line => line.Path);
}
