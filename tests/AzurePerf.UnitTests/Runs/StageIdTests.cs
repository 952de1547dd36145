using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class StageIdTests
{
    public static TheoryData<StageKind> Kinds => [.. Enum.GetValues<StageKind>()];

    [Fact]
    public void Stages_in_the_order_of_their_numbers_prepare_measure_work_off_bags_and_clean()
    {
        StageId[] order = [StageKind.Prepare, StageKind.Measure, StageKind.Bag, StageId.Bag(1), StageId.Bag(StageId.MostBags - 1), StageKind.Clean];

        Assert.Equal(order, order.OrderBy(stage => stage.Number));
        Assert.Equal(order.Length, order.Distinct().Count());
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_number_alone_tells_the_kind(StageKind kind)
    {
        StageId stage = kind;

        Assert.Equal(kind, new StageId(stage.Number).Kind);
        Assert.True(stage.IsValid);
    }

    [Fact]
    public void Every_bag_of_a_run_has_a_number_of_its_own_that_says_which_bag_it_is()
    {
        var bags = Enumerable.Range(0, StageId.MostBags).Select(StageId.Bag).ToArray();

        Assert.Equal(StageId.MostBags, bags.Distinct().Count());
        Assert.All(bags, bag => Assert.Equal((StageKind.Bag, true), (bag.Kind, bag.IsValid)));
        Assert.Equal(Enumerable.Range(0, StageId.MostBags), bags.Select(bag => bag.BagIndex));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(2)]
    [InlineData(9)]
    [InlineData(91)]
    public void A_number_that_no_stage_has_is_not_valid(int number) => Assert.False(new StageId(number).IsValid);

    [Fact]
    public void A_bag_that_would_take_the_number_of_another_stage_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => StageId.Bag(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => StageId.Bag(StageId.MostBags));
    }

    [Fact]
    public void People_count_bags_from_one()
    {
        Assert.Equal("bag 1", StageId.Bag(0).ToString());
        Assert.Equal("clean", ((StageId)StageKind.Clean).ToString());
    }
}
