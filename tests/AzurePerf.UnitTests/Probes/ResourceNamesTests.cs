using AzurePerf.Core.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Probes;

public sealed class ResourceNamesTests
{
    private const string RunId = "abcdefghij234567klmn";

    public static TheoryData<string> Longest =>
    [
        ResourceNames.Numbered(ResourceNames.ForWarmUp(ResourceNames.ForPoint(RunId, 2_000, int.MaxValue)), int.MaxValue),
        ResourceNames.Numbered(ResourceNames.ForDataset(RunId, 2_000, int.MaxValue), int.MaxValue),
        ResourceNames.ForPoint("22222222222222222222", 1, 1),
    ];

    [Theory]
    [MemberData(nameof(Longest))]
    public void A_name_is_allowed_for_containers_queues_and_tables_alike(string name) => Assert.Matches("^[a-z][a-z0-9]{2,62}$", name);

    [Fact]
    public void Names_of_different_things_differ() => Assert.Equal(
        8,
        new HashSet<string>
        {
            ResourceNames.ForPoint(RunId, 1, 1),
            ResourceNames.ForPoint(RunId, 1, 11),
            ResourceNames.ForPoint(RunId, 11, 1),
            ResourceNames.ForDataset(RunId, 1, 1),
            ResourceNames.ForWarmUp(ResourceNames.ForPoint(RunId, 1, 1)),
            ResourceNames.Numbered(ResourceNames.ForPoint(RunId, 1, 1), 0),
            ResourceNames.Numbered(ResourceNames.ForPoint(RunId, 1, 1), 1),
            ResourceNames.Numbered(ResourceNames.ForWarmUp(ResourceNames.ForPoint(RunId, 1, 1)), 1),
        }.Count);
}
