using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Access;

/// <summary>How keys stand in rows: all in one partition, so that a key and the one that it replaces change together.</summary>
internal static class KeyRows
{
    public const string Partition = "keys";

    /// <summary>The row that whoever makes a key writes with it: of two who looked at the same keys, one fails. No id looks like
    /// it.</summary>
    public const string NewestKey = "!newest";

    public static Row From(AccessKey key) => new(Partition, key.Id)
    {
        ["v"] = 1,
        ["hash"] = key.Hash,
        ["name"] = key.Name,
        ["scope"] = key.Scope.ToString(),
        ["createdBy"] = key.CreatedBy,
        ["createdAt"] = key.CreatedAt,
        ["expiresAt"] = key.ExpiresAt,
        ["lastUsedAt"] = key.LastUsedAt,
        ["revokedAt"] = key.RevokedAt,
        ["revokedBy"] = key.RevokedBy,
        ["replacedBy"] = key.ReplacedBy,
    };

    public static AccessKey ToKey(Row row)
    {
        row.RequireVersion(1);
        return new()
        {
            Id = IdText.IsValid(row.RowKey) ? row.RowKey : throw row.Corrupt("its key", "is no id"),
            Hash = Hash(row),
            Name = row.RequiredText("name"),
            Scope = row.Choice<AccessScope>("scope"),
            CreatedBy = row.Text("createdBy"),
            CreatedAt = row.RequiredInstant("createdAt"),
            ExpiresAt = row.RequiredInstant("expiresAt"),
            LastUsedAt = row.Instant("lastUsedAt"),
            RevokedAt = row.Instant("revokedAt"),
            RevokedBy = row.Text("revokedBy"),
            ReplacedBy = row.Text("replacedBy"),
            ETag = row.ETag,
        };
    }

    private static string Hash(Row row)
    {
        const int HashBytes = 32;
        var text = row.RequiredText("hash");
        return Convert.TryFromBase64String(text, new byte[text.Length], out var length) && length == HashBytes
            ? text
            : throw row.Corrupt("hash", "is no SHA-256");
    }
}
