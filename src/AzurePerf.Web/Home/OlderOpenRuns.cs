using System.Collections.Concurrent;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Home;

/// <summary>Runs in progress of months before the newest two. Such a month gets no more runs: once all of it have ended it is not read
/// again.</summary>
internal sealed class OlderOpenRuns(RunStore runs)
{
    private readonly ConcurrentDictionary<string, bool> _ended = new(StringComparer.Ordinal);

    public async Task<IReadOnlyList<RunListItem>> ListAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        var found = new List<RunListItem>();
        var newer = RunIndexKey.RecentMonths(now)[^1];
        var noted = await runs.ListMonthsAsync(cancellationToken);
        foreach (var month in noted.Where(month => string.CompareOrdinal(month, newer) < 0 && !_ended.ContainsKey(month)))
        {
            var open = await runs.ListOpenAsync(month, cancellationToken).ToArrayAsync(cancellationToken);
            if (open.Length == 0)
            {
                _ended[month] = true;
            }

            found.AddRange(open.Select(entry => entry.Item).OfType<RunListItem>());
        }

        return found;
    }
}
