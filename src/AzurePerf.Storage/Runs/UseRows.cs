using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>What index entries say of quotas, read without all else that they say.</summary>
internal static class UseRows
{
    /// <summary>Keys of index entries begin with a digit.</summary>
    public const string AfterKeys = ":";

    /// <summary>Which entries of a month are of one owner and count, and what says how much.</summary>
    /// <param name="month">The month.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="since">Entries that are older are left out; null for none.</param>
    public static RowQuery Of(string month, string owner, RunIndexKey? since) =>
        new(month, "", since?.Month == month ? since.RowKey : AfterKeys)
        {
            Conditions = [new([new("owner", owner)]), new([new("use", null)])],
            Properties = ["v", "status", "submittedAt", "endedAt", "use"],
        };

    /// <summary>The same of those alone whose run has not ended, however old, or ended late.</summary>
    /// <param name="month">The month.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="endedSince">The earliest end; null for none that have ended.</param>
    public static RowQuery Lasting(string month, string owner, DateTimeOffset? endedSince)
    {
        var all = Of(month, owner, null);
        var open = Enum.GetValues<RunStatus>().Where(status => !status.IsTerminal()).Select(status => new RowMatch("status", $"{status}"));
        RowMatch[] late = endedSince is null ? [] : [new("endedAt", null) { Since = endedSince }];
        return all with { Conditions = [.. all.Conditions, new([.. open, .. late])] };
    }

    /// <summary>What an entry says; null where that makes no sense, or is nothing.</summary>
    public static HeldUse? Read(Row row)
    {
        try
        {
            row.RequireVersion(1);
            var endedAt = row.Choice<RunStatus>("status").IsTerminal() ? row.Instant("endedAt") : null;
            return RunRows.ReadUse(row) is { } use
                ? new(RunRows.RunOfIndexKey(row.RowKey), use, row.RequiredInstant("submittedAt"), endedAt)
                : null;
        }
        catch (CorruptRowException)
        {
            return null;
        }
    }
}
