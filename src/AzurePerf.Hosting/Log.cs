using Microsoft.Extensions.Logging;

namespace AzurePerf.Hosting;

internal static partial class Log
{
    /// <summary>The command line tool reads the address out of this line; see AzurePerf.Cli.Local.HostProcess.</summary>
    [LoggerMessage(1, LogLevel.Information, "{Host} is listening on {Addresses}")]
    public static partial void Listening(ILogger logger, string host, string addresses);

    [LoggerMessage(2, LogLevel.Information, "{Host} {BuildId} starts with {Settings}")]
    public static partial void Starting(ILogger logger, string host, string buildId, string settings);

    [LoggerMessage(3, LogLevel.Information, "{Host} has stopped")]
    public static partial void Stopped(ILogger logger, string host);

    [LoggerMessage(4, LogLevel.Critical, "{Host} cannot start:{Faults}")]
    public static partial void CannotStart(ILogger logger, string host, string faults);

    [LoggerMessage(5, LogLevel.Critical, "{Host} failed")]
    public static partial void Failed(ILogger logger, Exception failure, string host);

    [LoggerMessage(6, LogLevel.Information, "The parent process has ended or closed its pipe: stopping")]
    public static partial void ParentEnded(ILogger logger);

    [LoggerMessage(7, LogLevel.Critical, "Not stopped {Grace} after the parent process ended: ending hard")]
    public static partial void EndingHard(ILogger logger, TimeSpan grace);

    [LoggerMessage(8, LogLevel.Information, "{Signal} received: stopping")]
    public static partial void SignalReceived(ILogger logger, string signal);

    [LoggerMessage(9, LogLevel.Warning, "Readiness check {Check} failed")]
    public static partial void CheckFailed(ILogger logger, Exception failure, string check);
}
