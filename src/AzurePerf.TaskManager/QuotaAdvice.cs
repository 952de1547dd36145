using AzurePerf.Core.Limits;

namespace AzurePerf.TaskManager;

/// <summary>Says at the start of the TaskManager, which alone knows both, when products count longer or shorter than they are
/// kept.</summary>
internal sealed partial class QuotaAdvice(LimitOptions limits, TaskManagerOptions options, ILogger<QuotaAdvice> logger) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (QuotaText.RetentionFault(limits, options.ProductRetention) is { } fault)
        {
            LogFault(fault);
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Fault}")]
    private partial void LogFault(string fault);
}
