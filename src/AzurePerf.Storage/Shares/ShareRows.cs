using AzurePerf.Core.Ids;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Shares;

/// <summary>How links stand in rows: all in one partition, so that a list is one request.</summary>
internal static class ShareRows
{
    public const string Partition = "shares";
    private const int HashBytes = 32;

    public static Row FromShare(Share share) => new(Partition, share.Id)
    {
        ["v"] = 1,
        ["hash"] = share.Hash,
        ["address"] = share.Address.Text,
        ["owner"] = share.Owner,
        ["createdAt"] = share.CreatedAt,
        ["expiresAt"] = share.ExpiresAt,
        ["openedAt"] = share.OpenedAt,
        ["revokedAt"] = share.RevokedAt,
        ["revokedBy"] = share.RevokedBy,
        ["mailedForAnyone"] = share.IsMailedForAnyone,
    };

    /// <summary>The link; its address is checked as if somebody had just asked for it.</summary>
    /// <exception cref="CorruptRowException">The row makes no sense.</exception>
    public static Share ToShare(Row row)
    {
        row.RequireVersion(1);
        var address = ViewAddress.Read(row.Text("address"), out var fault) ?? throw row.Corrupt("address", fault);
        return new()
        {
            Id = IdText.IsValid(row.RowKey) ? row.RowKey : throw row.Corrupt("its key", "is no id"),
            Hash = Hash(row),
            Address = Share.Takes(address) ? address : throw row.Corrupt("address", "is no page that can be shared"),
            Owner = row.Text("owner"),
            CreatedAt = row.RequiredInstant("createdAt"),
            ExpiresAt = row.RequiredInstant("expiresAt"),
            OpenedAt = row.Instant("openedAt"),
            RevokedAt = row.Instant("revokedAt"),
            RevokedBy = row.Text("revokedBy"),
            IsMailedForAnyone = row.Values.ContainsKey("mailedForAnyone") ? row.Flag("mailedForAnyone") : null,
            ETag = row.ETag,
        };
    }

    private static string Hash(Row row)
    {
        var text = row.RequiredText("hash");
        return Convert.TryFromBase64String(text, new byte[text.Length], out var length) && length == HashBytes
            ? text
            : throw row.Corrupt("hash", "is no SHA-256");
    }
}
