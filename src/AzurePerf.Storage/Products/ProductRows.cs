using System.Globalization;
using AzurePerf.Core.Products;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Products;

/// <summary>How the index of products looks in rows: a partition for the products of a day, in the order of their blobs' names.</summary>
internal static class ProductRows
{
    /// <summary>The partition with a row for each kind; before all others.</summary>
    public const string Kinds = "!kinds";

    private const string RemovedVersion = "removing";

    /// <summary>Neither separator is in a kind or a product, and both come before all that is: rows and blobs have one order.</summary>
    private const char Separator = '!';

    public static string PartitionOf(ProductName name) =>
        string.Create(CultureInfo.InvariantCulture, $"{name.Kind}{Separator}{name.Product}{Separator}{name.Day:yyyy-MM-dd}");

    /// <summary>A row key cannot hold a slash.</summary>
    public static string RowKeyOf(ProductName name) => name.Key.Replace('/', Separator);

    /// <summary>The name of the blob that a row is of; of none for a row that is no product's.</summary>
    public static string BlobNameOf(Row row) => $"{row.PartitionKey}/{row.RowKey}".Replace(Separator, '/');

    /// <summary>The row of a product.</summary>
    public static Row Of(StoredProduct product, DateTimeOffset usedAt) =>
        new(PartitionOf(product.Name), RowKeyOf(product.Name))
        {
            ["v"] = 1,
            ["bytes"] = product.Bytes,
            ["seconds"] = product.Facts.Seconds,
            ["storedAt"] = product.StoredAt,
            ["usedAt"] = usedAt,
        };

    /// <summary>What begins the removal of one version of a product: who uses it from now on takes it for gone.</summary>
    public static Row Removing(Row row, string version) =>
        new(row.PartitionKey, row.RowKey) { [RemovedVersion] = version };

    /// <summary>Whether the version of a product is being removed.</summary>
    public static bool IsRemoving(Row? row, StoredProduct product) =>
        row is not null && product.ETag.Length > 0 && row.Values.GetValueOrDefault(RemovedVersion) is string version
            && version == product.ETag;

    /// <summary>When it was used last, as far as that is noted; null for a row that this build cannot read, which says nothing.</summary>
    public static DateTimeOffset? UsedAt(Row row)
    {
        try
        {
            row.RequireVersion(1);
            return row.RequiredInstant("usedAt");
        }
        catch (CorruptRowException)
        {
            return null;
        }
    }

    /// <summary>What must be written so that a product counts as used now; null where the row says it already.</summary>
    public static RowWrite? NoteUse(StoredProduct product, Row? row, DateTimeOffset now) =>
        row is not null && UsedAt(row) is { } usedAt && !row.Values.ContainsKey(RemovedVersion) && !ProductKeeping.MustNote(usedAt, now)
            ? null
            : new(Of(product, now), row?.ETag);

    /// <summary>What all products of a kind come to.</summary>
    public static Row Of(ProductKindSum sum) => new(Kinds, sum.Kind)
    {
        ["v"] = 1,
        ["count"] = sum.Count,
        ["bytes"] = sum.Bytes,
        ["seconds"] = sum.Seconds,
        ["at"] = sum.At,
    };

    public static ProductKindSum ToSum(Row row)
    {
        row.RequireVersion(1);
        return new(row.RowKey, row.Long("count"), row.Long("bytes"), row.Double("seconds"), row.RequiredInstant("at"));
    }
}

/// <summary>What all products of a kind come to, as counted once a day.</summary>
/// <param name="Kind">One of <see cref="ProductKinds.All"/>.</param>
/// <param name="Count">Products.</param>
/// <param name="Bytes">Of all their files.</param>
/// <param name="Seconds">Time in a worker's slot, in seconds, that making them took.</param>
/// <param name="At">When it was counted.</param>
public sealed record ProductKindSum(string Kind, long Count, long Bytes, double Seconds, DateTimeOffset At);
