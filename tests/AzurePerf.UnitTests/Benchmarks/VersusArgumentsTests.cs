using AzurePerf.Benchmarks.Versus;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class VersusArgumentsTests
{
    [Fact]
    public void A_name_alone_means_seven_pairs_and_text()
        => Assert.Equal(new VersusArguments("recorder", 7, Seed: null, Json: false, Fail: false), VersusArguments.Parse(["recorder"]));

    [Fact]
    public void Options_may_stand_anywhere()
        => Assert.Equal(
            new VersusArguments("recorder", 15, Seed: 42, Json: true, Fail: true),
            VersusArguments.Parse(["--json", "--pairs", "15", "recorder", "--seed", "42", "--fail"]));

    [Theory]
    [InlineData("", "name of what to compare is missing")]
    [InlineData("--json", "name of what to compare is missing")]
    [InlineData("a b", "One name at a time")]
    [InlineData("a --quick", "no option --quick")]
    [InlineData("a --pairs", "--pairs needs a whole number from 7 to 1000")]
    [InlineData("a --pairs 6", "--pairs needs a whole number from 7 to 1000")]
    [InlineData("a --pairs ten", "--pairs needs a whole number from 7 to 1000")]
    [InlineData("a --seed -1", "--seed needs a whole number")]
    public void What_cannot_be_understood_is_said(string arguments, string reason)
        => Assert.Contains(
            reason,
            Assert.Throws<FormatException>(() => VersusArguments.Parse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries))).Message,
            StringComparison.Ordinal);
}
