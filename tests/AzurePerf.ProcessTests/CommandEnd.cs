namespace AzurePerf.ProcessTests;

/// <summary>What a command left when it ended.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Error">Its standard error.</param>
internal sealed record CommandEnd(int ExitCode, string Output, string Error);
