using System.Runtime.Serialization;
using Azure;
using Azure.Data.Tables;

namespace AzurePerf.StorageTests.StandIns;

/// <summary>An entity class with a column of every mapped type.</summary>
public sealed class Planet : ITableEntity
{
    public string PartitionKey { get; set; } = "sun";

    public string RowKey { get; set; } = string.Empty;

    public DateTimeOffset? Timestamp { get; set; }

    public ETag ETag { get; set; }

    public string? Name { get; set; }

    public bool IsInhabited { get; set; }

    public int Moons { get; set; }

    public long AgeYears { get; set; }

    public double RadiusKilometres { get; set; }

    public Guid Id { get; set; }

    public byte[]? Picture { get; set; }

    public DateTimeOffset Discovered { get; set; }

    public DateTime? Visited { get; set; }

    public int? Rings { get; set; }

    public PlanetKind Kind { get; set; }

    [DataMember(Name = "orbit_days")]
    public double OrbitDays { get; set; }

    [IgnoreDataMember]
    public string Scratch { get; set; } = "initial";

    public string Colour { get; set; } = "grey";

    public string Label => $"{Name} ({Moons})";
}
