using AzurePerf.Core.Api;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Reads the audit page by page, for the API and for people alike.</summary>
internal static class AuditPaging
{
    public static async Task<AuditResponse> PageAsync(this AuditStore audit, string? before, int limit, CancellationToken cancellationToken)
    {
        // One more than shown tells whether there is another page.
        var entries = await audit.ListAsync(before, cancellationToken).Take(limit + 1).ToArrayAsync(cancellationToken);
        return entries.Length > limit ? new(entries[..limit], entries[limit - 1].Id) : new(entries, null);
    }

    public static bool IsPlace(string? before) => before is null || AuditStore.InstantOf(before) is not null;
}
