using AzurePerf.Storage;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Errors;

/// <summary>Logs what was thrown under the trace id that the answer gives, and never more than some lines a minute: somebody who finds a
/// way to make requests fail cannot fill the log with it.</summary>
internal sealed partial class ErrorLog(TimeProvider time, ILogger<ErrorLog> logger)
{
    private readonly LogRateLimit _limit = new(time);

    public void Note(HttpContext context, Exception exception)
    {
        if (!_limit.TryTake(LogLeftOut))
        {
            return;
        }

        if (ErrorHandling.IsOfControlAccount(exception))
        {
            LogStorageUnavailable(StorageFailure.Describe(exception), ApiProblem.TraceIdOf(context));
        }
        else
        {
            LogFailed(exception, LogText.Of(context.Request.Method), LogText.Of(context.Request.Path), ApiProblem.TraceIdOf(context));
        }
    }

    [LoggerMessage(1, LogLevel.Warning, "Answered 503 because {Reason} (trace {TraceId})")]
    private partial void LogStorageUnavailable(string reason, string traceId);

    [LoggerMessage(2, LogLevel.Error, "{Method} {Path} failed (trace {TraceId})")]
    private partial void LogFailed(Exception exception, string method, string path, string traceId);

    [LoggerMessage(3, LogLevel.Warning, "{Count} more requests failed and were not logged one by one")]
    private partial void LogLeftOut(int count);
}
