using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Logs who was not let in and why, without the secret that was shown, and never more than some lines a minute: nobody can fill
/// the log.</summary>
internal sealed partial class RefusalLog(TimeProvider time, ILogger<RefusalLog> logger)
{
    private readonly LogRateLimit _limit = new(time);

    public void Note(HttpContext context, string reason)
    {
        if (_limit.TryTake(LogLeftOut))
        {
            var key = KeyIdIn(context.Request);
            LogRefused(reason, context.Request.Method is { Length: <= 10 } method ? LogText.Of(method) : "?",
                LogText.Of(context.Request.Path), RemoteAddress.Of(context), key);
        }
    }

    /// <summary>The id tells whose key it was and opens nothing.</summary>
    private static string KeyIdIn(HttpRequest request)
    {
        const string Bearer = "Bearer ";
        var header = request.Headers.Authorization.ToString();
        return header.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase) && AccessKeyText.IdOf(header[Bearer.Length..].Trim()) is { } id
            ? id
            : "none";
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Refused ({Reason}): {Method} {Path} from {From}, key {KeyId}")]
    private partial void LogRefused(string reason, string method, string path, string from, string keyId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Count} more requests were refused and not logged one by one")]
    private partial void LogLeftOut(int count);
}
