using System.Reflection;
using Azure.Data.Tables;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

/// <summary>The committed list is what our sources may use: the stand-in has exactly it, the official assembly at least it.</summary>
public sealed class PublicMembersTests
{
    private const string ListFile = "azure-data-tables-members.txt";

    private static readonly Assembly Tables = typeof(TableClient).Assembly;

    private static bool IsStandIn
        => Tables.GetCustomAttributes<AssemblyMetadataAttribute>().Any(metadata => metadata is { Key: "StandIn", Value: "true" });

    [Fact]
    public void The_assembly_has_the_listed_members()
    {
        SortedDictionary<string, string[]> actual = PublicMembers.Of(Tables);
        if (IsStandIn)
        {
            GoldenFile.Check(ListFile, PublicMembers.Text(actual));
            return;
        }

        Assert.Empty(Listed().Except(actual.SelectMany(type => type.Value.Select(line => (type.Key, line)))));
    }

    [Fact]
    public void The_assembly_has_the_official_name_and_version()
    {
        Assert.Equal("Azure.Data.Tables", Tables.GetName().Name);
        Assert.Equal(new Version(12, 11, 0, 0), Tables.GetName().Version);
    }

    private static IEnumerable<(string Type, string Member)> Listed()
    {
        string type = string.Empty;
        foreach (string line in File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Golden", ListFile)))
        {
            if (line.StartsWith(' '))
            {
                yield return (type, line.Trim());
            }
            else
            {
                type = line;
            }
        }
    }
}
