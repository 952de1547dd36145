using AzurePerf.TaskManager.Mail;
using AzurePerf.TaskManager.Metrics;
using AzurePerf.TaskManager.Schedules;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>What a TaskManager that leads does besides carrying runs forward, each when it is due.</summary>
internal sealed class Housekeeping(
    Janitor janitor, Retention retention, ProductRetention products, ScheduleClock schedules, PoolReport report, PoolHistory history,
    MailDelivery mails, Duties duties, TaskManagerOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly LongStep _removal = new(duties.Turn);
    private readonly LongStep _productRemoval = new(duties.Turn);
    private long _lastTidy;
    private long _lastLookAtProducts = time.GetTimestamp()
        - (long)((ProductRetention.Every - ProductRetention.FirstAfter).TotalSeconds * time.TimestampFrequency);
    private DateTimeOffset? _oldestOpen;
    private bool _removesOld;
    private bool _removesProducts;

    /// <summary>After the open runs were looked for.</summary>
    /// <param name="open">Those of the last months.</param>
    /// <param name="oldest">When the oldest that is carried was submitted, however long ago; null where none is.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task TidyIfDueAsync(IReadOnlyCollection<OpenRun> open, DateTimeOffset? oldest, CancellationToken cancellationToken)
    {
        _oldestOpen = oldest;
        if (time.IsDue(ref _lastTidy, options.JanitorInterval))
        {
            _removesOld = true;
            await duties.DoAsync("looking for what ended runs left in targets", token => janitor.TidyAsync(open, token), cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _removal.DisposeAsync();
        await _productRemoval.DisposeAsync();
    }

    /// <summary>When this process leads no more.</summary>
    public void LeadEnded() => report.TakeBack();

    /// <summary>While another process leads.</summary>
    public Task AsideAsync(CancellationToken cancellationToken) =>
        duties.DoAsync("noting what became of a mail", mails.SettleIfEndedAsync, cancellationToken);

    /// <summary>When this process ends.</summary>
    public Task EndAsync(CancellationToken cancellationToken) => mails.EndAsync(cancellationToken);

    public async Task AfterRoundAsync(IReadOnlyCollection<RunFigures?> open, CancellationToken cancellationToken)
    {
        await duties.DoAsync("starting what schedules say", schedules.FireDueAsync, cancellationToken);
        await duties.DoAsync("counting for metrics", token => report.WriteIfDueAsync(open, token), cancellationToken);
        await duties.DoAsync("noting how many workers there are", history.NoteIfDueAsync, cancellationToken);
        await duties.DoAsync("sending mails", mails.ContinueAsync, cancellationToken);
        await duties.DoAsync("removing old data", RemoveOldAsync, cancellationToken);
        await duties.DoAsync("removing products that nobody uses", RemoveProductsAsync, cancellationToken);
    }

    private async Task RemoveOldAsync(CancellationToken cancellationToken)
    {
        _removesOld = _removesOld
            && await _removal.ContinueAsync("old data", () => retention.RemoveDueAsync(cancellationToken), time) is null;
    }

    private async Task RemoveProductsAsync(CancellationToken cancellationToken)
    {
        _removesProducts |= time.IsDue(ref _lastLookAtProducts, ProductRetention.Every);
        _removesProducts = _removesProducts
            && await _productRemoval.ContinueAsync("products", () => products.RemoveDueAsync(_oldestOpen, cancellationToken), time) is null;
    }
}

/// <summary>Intervals of what is done now and then.</summary>
internal static class DueTime
{
    /// <summary>True at first, and when an interval has passed since it last was; then it begins anew.</summary>
    public static bool IsDue(this TimeProvider time, ref long last, TimeSpan interval)
    {
        if (last != 0 && time.GetElapsedTime(last) < interval)
        {
            return false;
        }

        last = time.GetTimestamp();
        return true;
    }
}
