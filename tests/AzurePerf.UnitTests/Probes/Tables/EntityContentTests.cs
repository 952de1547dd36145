using Azure.Data.Tables;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Tables;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Tables;

public sealed class EntityContentTests
{
    private static readonly EntityRow Row = EntityRow.OfClient(3, 1, 12);

    public static TheoryData<int> Sizes => [1_024, 1_025, 1_026, 4_096, 16_384, 65_536, 65_900, 66_000, 131_077, 1_000_001, 1 << 20];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Every_size_is_met_to_the_byte_by_the_documented_formula(int entityBytes)
    {
        var entity = new EntityContent(1, entityBytes).Create(Row);
        Assert.Equal(entityBytes, StoredBytes(entity));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void No_string_is_longer_than_the_service_takes(int entityBytes)
    {
        var entity = new EntityContent(1, entityBytes).Create(Row);
        Assert.All(entity.Select(column => column.Value).OfType<string>(), text => Assert.InRange(text.Length, 0, 32_768));
        Assert.InRange(entity.Count, 7, 252);
    }

    [Fact]
    public void No_size_near_the_point_where_a_further_column_begins_is_missed()
    {
        for (var size = 65_536; size < 66_100; size++)
        {
            Assert.Equal(size, StoredBytes(new EntityContent(1, size).Create(Row)));
        }
    }

    [Fact]
    public void Up_to_64_KiB_the_fields_are_the_published_ones_and_a_checksum() =>
        Assert.Equal(
            ["Crc", "Group", "Label", "Number", "PartitionKey", "RowKey", "Text"],
            new EntityContent(1, 65_536).Create(Row).Keys.Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Sizes))]
    public void What_one_process_made_another_verifies(int entityBytes) =>
        new EntityContent(1, entityBytes).Verify(new EntityContent(1, entityBytes).Create(Row with { Number = -5 }));

    [Theory]
    [InlineData("Number", 13)]
    [InlineData("Group", 4)]
    [InlineData("Crc", 1)]
    [InlineData("Label", "0123456789abcdef")]
    [InlineData("RowKey", "003-0000000013")]
    [InlineData("PartitionKey", "p0001")]
    public void A_changed_column_is_corrupt(string name, object value)
    {
        var content = new EntityContent(1, 1_024);
        var entity = content.Create(Row);
        entity[name] = value;
        Assert.Throws<CorruptDataException>(() => content.Verify(entity));
    }

    [Fact]
    public void A_changed_character_is_corrupt()
    {
        var content = new EntityContent(1, 4_096);
        var entity = content.Create(Row);
        entity["Text"] = entity.GetString("Text")[..^1] + "-";
        Assert.Throws<CorruptDataException>(() => content.Verify(entity));
    }

    [Fact]
    public void A_missing_a_surplus_and_a_mistyped_column_are_corrupt()
    {
        var content = new EntityContent(1, 4_096);
        Assert.Throws<CorruptDataException>(() => content.Verify(Changed(entity => entity.Remove("Number"))));
        Assert.Throws<CorruptDataException>(() => content.Verify(Changed(entity => entity["Extra"] = "x")));
        Assert.Throws<CorruptDataException>(() => content.Verify(Changed(entity => entity["Number"] = 12L)));

        TableEntity Changed(Action<TableEntity> change)
        {
            var entity = content.Create(Row);
            change(entity);
            return entity;
        }
    }

    [Fact]
    public void A_size_too_small_for_the_fields_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new EntityContent(1, 179));

    // Written from the service's documentation, apart from the code under test.
    private static int StoredBytes(TableEntity entity)
    {
        var size = 4 + (entity.PartitionKey.Length + entity.RowKey.Length) * 2;
        foreach (var (name, value) in entity.Where(column => column.Key is not ("PartitionKey" or "RowKey")))
        {
            size += 8 + name.Length * 2;
            size += value is string text ? text.Length * 2 + 4 : value is int ? 4 : value is bool ? 1 : throw new InvalidOperationException(name);
        }

        return size;
    }
}
