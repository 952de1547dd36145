using System.Globalization;
using System.Runtime.InteropServices;
using Azure.Data.Tables;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Content;

namespace AzurePerf.Probes.Tables;

/// <summary>
/// Makes entities of exactly one size, with the published fields (two integers and two strings, the last one padded) and a checksum column.
/// The same seed and size always give the same texts.
/// </summary>
internal sealed class EntityContent
{
    // The service takes strings of 64 KiB, two bytes a character; what is longer continues in further columns.
    private const int LongestText = 32_768;
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private const string ChecksumColumn = "Crc";
    private const string FillerColumn = "Odd";
    private static readonly EntityRow Sample = EntityRow.OfDataset(0, 1);

    private readonly int _entityBytes;
    private readonly KeyValuePair<string, string>[] _texts;
    private readonly Crc32C _textChecksum;

    public EntityContent(int seed, int entityBytes)
    {
        _entityBytes = entityBytes;
        var random = new Random(seed);
        var label = KeyValuePair.Create("Label", TextOf(16, random));
        var remaining = entityBytes
            - EntitySize.OfKeys(Sample.PartitionKey, Sample.RowKey)
            - EntitySize.OfProperty(nameof(EntityRow.Number), 0)
            - EntitySize.OfProperty(nameof(EntityRow.Group), 0)
            - EntitySize.OfProperty(ChecksumColumn, 0)
            - EntitySize.OfProperty(label.Key, label.Value)
            - (HasFiller ? EntitySize.OfProperty(FillerColumn, true) : 0);
        _texts = [label, .. SpreadTexts(remaining, random)];
        foreach (var (_, text) in _texts)
        {
            Append(ref _textChecksum, text);
        }
    }

    // Every other column takes an even number of bytes.
    private bool HasFiller => _entityBytes % 2 != 0;

    public TableEntity Create(EntityRow row)
    {
        var entity = new TableEntity(row.PartitionKey, row.RowKey)
        {
            [nameof(EntityRow.Number)] = row.Number,
            [nameof(EntityRow.Group)] = row.Group,
            [ChecksumColumn] = Checksum(_textChecksum, row.PartitionKey, row.RowKey, row.Number, row.Group),
        };
        foreach (var (name, text) in _texts)
        {
            entity[name] = text;
        }

        if (HasFiller)
        {
            entity[FillerColumn] = true;
        }

        return entity;
    }

    /// <exception cref="CorruptDataException">It has another size than was stored, or its checksum column does not fit the
    /// rest.</exception>
    public void Verify(TableEntity entity)
    {
        var size = EntitySize.Of(entity);
        if (size != _entityBytes)
        {
            throw new CorruptDataException(string.Create(CultureInfo.InvariantCulture,
                $"The entity {entity.RowKey} takes {size} bytes where {_entityBytes} were stored."));
        }

        var crc = new Crc32C();
        foreach (var (name, _) in _texts)
        {
            Append(ref crc, Column<string>(entity, name));
        }

        var number = Column<int>(entity, nameof(EntityRow.Number));
        var group = Column<int>(entity, nameof(EntityRow.Group));
        if (Checksum(crc, entity.PartitionKey, entity.RowKey, number, group) != Column<int>(entity, ChecksumColumn))
        {
            throw new CorruptDataException($"The entity {entity.RowKey} does not have the content that its checksum column was made from.");
        }
    }

    private static T Column<T>(TableEntity entity, string name) => entity.TryGetValue(name, out var value) && value is T typed
        ? typed
        : throw new CorruptDataException($"The entity {entity.RowKey} has no column {name} of the type that was stored.");

    private static int Checksum(Crc32C textChecksum, string partitionKey, string rowKey, int number, int group)
    {
        Append(ref textChecksum, partitionKey);
        Append(ref textChecksum, rowKey);
        textChecksum.Append(MemoryMarshal.AsBytes([number, group]));
        return unchecked((int)textChecksum.Value);
    }

    private static void Append(ref Crc32C crc, string text) => crc.Append(MemoryMarshal.AsBytes(text.AsSpan()));

    private static IEnumerable<KeyValuePair<string, string>> SpreadTexts(int bytes, Random random)
    {
        var names = new List<string> { "Text" };
        while (Characters() > names.Count * LongestText)
        {
            names.Add(string.Create(CultureInfo.InvariantCulture, $"Text{names.Count + 1}"));
        }

        ArgumentOutOfRangeException.ThrowIfNegative(Characters(), nameof(bytes));
        var (each, more) = Math.DivRem(Characters(), names.Count);
        return [.. names.Select((name, index) => KeyValuePair.Create(name, TextOf(each + (index < more ? 1 : 0), random)))];

        int Characters() => (bytes - names.Sum(name => EntitySize.OfProperty(name, ""))) / 2;
    }

    private static string TextOf(int characters, Random random) =>
        string.Create(characters, random, static (text, source) => source.GetItems<char>(Alphabet, text));
}
