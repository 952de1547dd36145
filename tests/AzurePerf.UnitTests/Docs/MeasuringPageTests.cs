using System.Text.Json;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class MeasuringPageTests
{
    private static readonly string Page = File.ReadAllText(RepositoryFolder.PathOf("docs/measuring.md"));

    public static TheoryData<OperationOutcome> Outcomes => [.. Enum.GetValues<OperationOutcome>()];

    public static TheoryData<PointFlag> Flags => [.. Enum.GetValues<PointFlag>()];

    [Theory]
    [MemberData(nameof(Outcomes))]
    public void Every_outcome_is_explained(OperationOutcome outcome) => Assert.Contains($"- `{WordFor(outcome)}`: ", Page);

    [Theory]
    [MemberData(nameof(Flags))]
    public void Every_flag_is_explained_with_its_letter(PointFlag flag) => Assert.Contains($"- `{WordFor(flag)}` ({FlagLetter.Of(flag)}): ", Page);

    private static string WordFor<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
