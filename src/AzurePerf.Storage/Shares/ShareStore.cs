using System.Runtime.CompilerServices;
using AzurePerf.Core.Shares;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Shares;

/// <summary>The links that show one page each. Opening one costs one point read.</summary>
public sealed class ShareStore(IRowStore rows, TimeProvider time)
{
    /// <summary>Makes a link; its token is given back once and kept nowhere.</summary>
    /// <param name="request">What was validated before.</param>
    /// <param name="owner">Who asks.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>The outcome, and with <see cref="ShareAddition.Added"/> the link and its token.</returns>
    public async Task<(ShareAddition Outcome, Share? Share, string Token)> AddAsync(
        ShareRequest request, string owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        return await AddAsync(ShareToken.New(), request, owner, (ShareLimits.Most, ShareLimits.MostOfOne), null, cancellationToken);
    }

    /// <summary>Makes a link of a form that may be sent again: one for each thing that it asks for, and another only where that has
    /// ended.</summary>
    /// <param name="secret">Made with the form. No token itself: who has one link must not know the next one.</param>
    /// <param name="request">What was validated before.</param>
    /// <param name="owner">Who asks.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<(ShareAddition Outcome, Share? Share, string Token)> AddOnceAsync(
        string secret, ShareRequest request, string owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        for (var ended = 0; ; ended++)
        {
            var token = ShareToken.From(secret, owner, request.Address.Text, $"{request.Hours}", $"{ended}");
            if (await FindAsync(ShareToken.IdOf(token), cancellationToken) is not { } made)
            {
                return await AddAsync(token, request, owner, (ShareLimits.Most, ShareLimits.MostOfOne), null, cancellationToken);
            }

            if (made.StateAt(time.GetUtcNow()) == ShareState.Active)
            {
                return (ShareAddition.Added, made, token);
            }
        }
    }

    private async Task<(ShareAddition Outcome, Share? Share, string Token)> AddAsync(
        string token, ShareRequest request, string owner, (int OfAll, int OfOwner) most, bool? isMailedForAnyone,
        CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var stored = await ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        await ForgetAsync(stored, now, cancellationToken);
        Share[] active = [.. stored.Select(entry => entry.Value).OfType<Share>().Where(share => share.StateAt(now) == ShareState.Active)];
        if (active.Length >= most.OfAll)
        {
            return (ShareAddition.TooMany, null, "");
        }

        if (active.Count(share => share.Owner == owner) >= most.OfOwner)
        {
            return (ShareAddition.TooManyOfOwner, null, "");
        }

        var share = new Share
        {
            Id = ShareToken.IdOf(token),
            Hash = ShareToken.HashOf(token),
            Address = request.Address,
            Owner = owner,
            CreatedAt = now,
            ExpiresAt = now.AddHours(request.Hours),
            IsMailedForAnyone = isMailedForAnyone,
        };
        return await rows.TryInsertAsync(ControlNames.SharesTable, ShareRows.FromShare(share), cancellationToken) is { } etag
            ? (ShareAddition.Added, share with { ETag = etag }, token)
            : (ShareAddition.Added, await FindStoredAsync(share, cancellationToken), token);
    }

    /// <summary>Makes the link of a mail, whose token is known before, so that a process that carries on makes no second one: one that is
    /// there stays as it is.</summary>
    /// <param name="token">Its secret.</param>
    /// <param name="request">What it shows, and how long.</param>
    /// <param name="owner">Whose it is.</param>
    /// <param name="isForAnyone">Whether the mail says that it opens for anyone, or for people who can sign in.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>The link; null when it has expired or was revoked, and when there are too many links for mails to get one.</returns>
    public async Task<Share?> EnsureAsync(
        string token, ShareRequest request, string owner, bool isForAnyone, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (await FindAsync(ShareToken.IdOf(token), cancellationToken) is not { } share)
        {
            var most = (ShareLimits.MostBeforeMails, ShareLimits.MostOfMails);
            var (outcome, added, _) = await AddAsync(token, request, owner, most, isForAnyone, cancellationToken);
            share = outcome == ShareAddition.Added ? added : null;
        }

        return share?.StateAt(time.GetUtcNow()) == ShareState.Active ? share : null;
    }

    /// <summary>The link, or null.</summary>
    /// <exception cref="CorruptRowException">Its row makes no sense.</exception>
    public async Task<Share?> FindAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.SharesTable, ShareRows.Partition, id, cancellationToken) is { } row
            ? ShareRows.ToShare(row)
            : null;

    /// <summary>All links, those that have ended included, in the order of their ids; a row that makes no sense is given back with what is
    /// wrong.</summary>
    public async IAsyncEnumerable<StoredEntry<Share>> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.SharesTable, ShareRows.Partition, cancellationToken: cancellationToken))
        {
            yield return StoredEntry<Share>.Of(row, ShareRows.ToShare);
        }
    }

    /// <summary>Ends a link for good, whoever changes it at the same time; null when there is none.</summary>
    public async Task<Share?> RevokeAsync(string id, string by, CancellationToken cancellationToken)
    {
        while (await FindAsync(id, cancellationToken) is { } share)
        {
            var revoked = share.RevokedAt is null ? share with { RevokedAt = time.GetUtcNow(), RevokedBy = by } : share;
            if (revoked == share
                || await rows.TryReplaceAsync(ControlNames.SharesTable, ShareRows.FromShare(revoked), share.ETag, cancellationToken)
                    is not null)
            {
                return revoked;
            }
        }

        return null;
    }

    /// <summary>Notes that a link was opened; true for the one who opened it first.</summary>
    public async Task<bool> NoteOpenedAsync(Share share, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(share);
        return share.OpenedAt is null
            && await rows.TryMergeAsync(
                ControlNames.SharesTable, new(ShareRows.Partition, share.Id) { ["openedAt"] = time.GetUtcNow() }, share.ETag,
                cancellationToken) is not null;
    }

    /// <summary>A link that is there although it looks refused, as its answer was lost: no other one has its hash.</summary>
    private async Task<Share> FindStoredAsync(Share share, CancellationToken cancellationToken) =>
        await FindAsync(share.Id, cancellationToken) is { } stored && stored.Hash == share.Hash
            ? stored
            : throw new InvalidOperationException("two links have one id: the randomness of this machine is none");

    private async Task ForgetAsync(IEnumerable<StoredEntry<Share>> stored, DateTimeOffset now, CancellationToken cancellationToken)
    {
        foreach (var old in stored.Select(entry => entry.Value).OfType<Share>()
            .Where(share => (share.RevokedAt ?? share.ExpiresAt).AddDays(ShareLimits.DaysKept) < now))
        {
            await rows.TryDeleteAsync(ControlNames.SharesTable, ShareRows.Partition, old.Id, null, cancellationToken);
        }
    }
}

/// <summary>What came of making a link.</summary>
public enum ShareAddition
{
    /// <summary>It is stored.</summary>
    Added,

    /// <summary>There are as many as there may be at once; nothing was stored.</summary>
    TooMany,

    /// <summary>The owner has as many as one may have at once; nothing was stored.</summary>
    TooManyOfOwner,
}
