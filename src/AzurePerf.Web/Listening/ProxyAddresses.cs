using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Listening;

/// <summary>
/// Logs once what really stands in X-Forwarded-For when a request gets here, before any of it is believed. The last address is taken for
/// that of the caller; a front that puts an own address last would make all callers one, and one that puts the caller's first would let
/// them choose.
/// </summary>
internal sealed partial class ProxyAddresses(RequestDelegate next, AccessOptions options, ILogger<ProxyAddresses> logger)
{
    private const string Header = "X-Forwarded-For";
    private int _isLogged;

    public Task InvokeAsync(HttpContext context)
    {
        if (options.BelievesProxy && !context.Request.IsHealth() && Interlocked.Exchange(ref _isLogged, 1) == 0)
        {
            var sent = context.Request.Headers[Header];
            var (text, from) = (sent.Count == 0 ? "nothing" : LogText.Of(sent.ToString()), RemoteAddress.Of(context));
            LogSent(text, from);
        }

        return next(context);
    }

    [LoggerMessage(Level = LogLevel.Information,
        Message = "The first request came with {Sent} in X-Forwarded-For, from {From}: the last address there is taken for the caller's")]
    private partial void LogSent(string sent, string from);
}
