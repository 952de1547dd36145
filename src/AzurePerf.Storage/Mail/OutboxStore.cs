using AzurePerf.Core.Mail;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Mail;

/// <summary>Mails to be sent, and those that ended recently: sent, or given up. Only the TaskManager writes them.</summary>
public sealed class OutboxStore(IRowStore rows)
{
    /// <summary>Stores a mail; one about the same run to the same recipient stays as it is.</summary>
    public Task AddAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(mail);
        return rows.TryInsertAsync(ControlNames.OutboxTable, OutboxRows.FromMail(mail), cancellationToken);
    }

    /// <summary>The mail among those to be sent, or null.</summary>
    public Task<OutboxMail?> FindAsync(string id, CancellationToken cancellationToken) =>
        FindAsync(OutboxRows.Partition, id, cancellationToken);

    /// <summary>The mail among those that ended, or null.</summary>
    public Task<OutboxMail?> FindEndedAsync(string id, CancellationToken cancellationToken) =>
        FindAsync(OutboxRows.EndedPartition, id, cancellationToken);

    /// <summary>Those to be sent; one that ended is among them until it was filed. A row that makes no sense is given back with what is
    /// wrong.</summary>
    public async Task<IReadOnlyList<StoredEntry<OutboxMail>>> ListAsync(CancellationToken cancellationToken) =>
        await ListAsync(OutboxRows.Partition, cancellationToken).ToArrayAsync(cancellationToken);

    /// <summary>Those that ended; a row that makes no sense is given back with what is wrong.</summary>
    public IAsyncEnumerable<StoredEntry<OutboxMail>> ListEndedAsync(CancellationToken cancellationToken) =>
        ListAsync(OutboxRows.EndedPartition, cancellationToken);

    /// <summary>Replaces a mail that is to be sent if nobody changed it since; the stored one, or null.</summary>
    public async Task<OutboxMail?> TryReplaceAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(mail);
        return await rows.TryReplaceAsync(ControlNames.OutboxTable, OutboxRows.FromMail(mail), mail.ETag, cancellationToken) is { } etag
            ? mail with { ETag = etag }
            : null;
    }

    /// <summary>Puts a mail that ended to those that did; where that breaks off, it is done again when the mail is found among
    /// those to be sent.</summary>
    public async Task FileAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(mail);
        var ended = OutboxRows.FromMail(mail, OutboxRows.EndedPartition);
        await rows.TryInsertAsync(ControlNames.OutboxTable, ended, cancellationToken);
        await WithdrawAsync(mail.Id, cancellationToken);
    }

    /// <summary>Removes a mail from those to be sent.</summary>
    public Task WithdrawAsync(string id, CancellationToken cancellationToken) =>
        RemoveAsync(OutboxRows.Partition, id, cancellationToken);

    /// <summary>Removes a mail from those that ended.</summary>
    public Task RemoveEndedAsync(string id, CancellationToken cancellationToken) =>
        RemoveAsync(OutboxRows.EndedPartition, id, cancellationToken);

    private async Task<OutboxMail?> FindAsync(string partition, string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.OutboxTable, partition, id, cancellationToken) is { } row ? OutboxRows.ToMail(row) : null;

    private IAsyncEnumerable<StoredEntry<OutboxMail>> ListAsync(string partition, CancellationToken cancellationToken) =>
        rows.ListAsync(ControlNames.OutboxTable, partition, cancellationToken: cancellationToken)
            .Select(row => StoredEntry<OutboxMail>.Of(row, OutboxRows.ToMail));

    private Task<bool> RemoveAsync(string partition, string id, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(ControlNames.OutboxTable, partition, id, null, cancellationToken);
}
