using System.Text;

namespace AzurePerf.Storage.Rows;

/// <summary>The limits of the table service that the emulator does not enforce. Checked before every write and every query with
/// conditions, so that what works locally works in the cloud.</summary>
public static class RowLimits
{
    /// <summary>Rows in one transaction.</summary>
    public const int TransactionRows = 100;

    /// <summary>Bytes of one transaction.</summary>
    public const int TransactionBytes = 4 << 20;

    /// <summary>Bytes of one row.</summary>
    public const int RowBytes = 1 << 20;

    /// <summary>Properties of one row beside its keys and timestamp.</summary>
    public const int Properties = 252;

    /// <summary>Characters of one text property: 64 KiB of UTF-16.</summary>
    public const int TextCharacters = 32 * 1024;

    /// <summary>Bytes of one key.</summary>
    public const int KeyBytes = 1_024;

    /// <summary>Comparisons in the filter of one query.</summary>
    public const int Comparisons = 15;

    /// <exception cref="ArgumentException">The service would refuse the query.</exception>
    public static void CheckQuery(RowQuery query)
    {
        ArgumentNullException.ThrowIfNull(query);
        if (query.Comparisons > Comparisons)
        {
            throw new ArgumentException(
                $"a query of partition {query.PartitionKey} has {query.Comparisons} comparisons; it has at most {Comparisons}");
        }
    }

    /// <exception cref="ArgumentException">The service would refuse the row.</exception>
    public static void Check(Row row)
    {
        CheckKey(row.PartitionKey);
        CheckKey(row.RowKey);
        if (row.Values.Count > Properties)
        {
            throw new ArgumentException(
                $"row {row.PartitionKey}/{row.RowKey} has {row.Values.Count} properties; a row has at most {Properties}");
        }

        foreach (var (name, value) in row.Values)
        {
            if (value is string { Length: > TextCharacters } text)
            {
                throw new ArgumentException(
                    $"row {row.PartitionKey}/{row.RowKey}: {name} has {text.Length} characters; a text has at most {TextCharacters}");
            }
        }

        if (StoredBytes(row) is > RowBytes and var bytes)
        {
            throw new ArgumentException($"row {row.PartitionKey}/{row.RowKey} has {bytes} bytes; a row has at most {RowBytes}");
        }
    }

    /// <exception cref="ArgumentException">The service would refuse the transaction.</exception>
    public static void CheckTransaction(IReadOnlyList<RowWrite> writes)
    {
        CheckCount(writes.Count);
        if (writes.Select(write => write.Row.PartitionKey).Distinct(StringComparer.Ordinal).Count() > 1)
        {
            throw new ArgumentException($"a transaction stays in one partition; {writes[0].Row.PartitionKey} is not the only one here");
        }

        if (writes.Select(write => write.Row.RowKey).Distinct(StringComparer.Ordinal).Count() < writes.Count)
        {
            throw new ArgumentException($"a transaction writes a row once; partition {writes[0].Row.PartitionKey}");
        }

        foreach (var write in writes)
        {
            Check(write.Row);
        }

        if (writes.Sum(write => StoredBytes(write.Row)) > TransactionBytes)
        {
            throw new ArgumentException($"a transaction has at most {TransactionBytes} bytes; partition {writes[0].Row.PartitionKey}");
        }
    }

    /// <exception cref="ArgumentException">The service would refuse the transaction.</exception>
    public static void CheckDeletions(string partitionKey, IReadOnlyList<string> rowKeys)
    {
        CheckCount(rowKeys.Count);
        if (rowKeys.Distinct(StringComparer.Ordinal).Count() < rowKeys.Count)
        {
            throw new ArgumentException($"a transaction deletes a row once; partition {partitionKey}");
        }
    }

    /// <summary>Stored size by the service's documented formula: 4 bytes, two per character of the keys, and per property 8, two per
    /// character of its name and its value.</summary>
    public static long StoredBytes(Row row) =>
        4 + 2L * (row.PartitionKey.Length + row.RowKey.Length) + row.Values.Sum(pair => 8 + 2L * pair.Key.Length + ValueBytes(pair.Value));

    private static long ValueBytes(object value) => value switch
    {
        string text => 4 + 2L * text.Length,
        bool => 1,
        int => 4,
        long or double or DateTimeOffset => 8,
        _ => throw new ArgumentException($"a row cannot hold a {value.GetType().Name}"),
    };

    private static void CheckCount(int rows)
    {
        if (rows is 0 or > TransactionRows)
        {
            throw new ArgumentException($"a transaction has 1 to {TransactionRows} rows, not {rows}");
        }
    }

    private static void CheckKey(string key)
    {
        if (Encoding.UTF8.GetByteCount(key) > KeyBytes || key.AsSpan().IndexOfAny("/\\#?") >= 0 || key.Any(char.IsControl))
        {
            throw new ArgumentException($"'{key}' cannot be a key: at most {KeyBytes} bytes without / \\ # ? and control characters");
        }
    }
}
