using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Web.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ConfiguredTargetsTests
{
    private const string Control = "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=a2V5";

    [Fact]
    public void Names_in_the_settings_win() => Assert.Equal(["b", "a"], Of(["b", "a"], "AZUREPERF_TARGET_WEST"));

    [Fact]
    public void Without_them_the_host_s_own_target_variables_name_the_targets() => Assert.Equal(["default", "west"], Of([], "AZUREPERF_TARGET", "AZUREPERF_TARGET_WEST"));

    [Fact]
    public void Without_any_there_is_the_default_target() => Assert.Equal(["default"], Of([]));

    [Fact]
    public void A_name_can_say_its_kind()
    {
        var targets = Read(["west", "machine:lab"]);

        Assert.Equal((AccountTarget.Kind, MachineTarget.Kind), (targets.Find("west")!.Kind, targets.Find("lab")!.Kind));
        Assert.Equal(["lab", "west", "local", "peer"], targets.All.Select(target => target.Name));
        Assert.Equal("west", targets.DefaultFor(AccountTarget.Kind));
    }

    [Fact]
    public void A_kind_that_this_host_does_not_know_is_refused_with_those_that_it_knows() =>
        Assert.Contains("\"tape:lab\" is of a kind that this host does not know: it knows account, machine, peer, sql",
            Assert.Single(Assert.Throws<SettingsException>(() => Read(["tape:lab"])).Faults), StringComparison.Ordinal);

    [Theory]
    [InlineData("machine:west")]
    [InlineData("west")]
    [InlineData("west-2", "west_2", "a")]
    [InlineData("a234567890123456789012345678901234567890")]
    public void Names_that_can_be_targets_are_accepted(params string[] names) => Assert.Null(Fault(names));

    [Theory]
    [InlineData("West")]
    [InlineData("2west")]
    [InlineData("")]
    [InlineData("a b")]
    [InlineData("west\n")]
    [InlineData("a2345678901234567890123456789012345678901")]
    [InlineData("twice", "once", "twice")]
    [InlineData("twice", "machine:twice")]
    [InlineData("a:b:c")]
    public void Other_lists_are_refused(params string[] names) => Assert.NotNull(Fault(names));

    private static IReadOnlyList<string> Of(string[] names, params string[] variables) => [.. Read(names, variables).Configured.Select(target => target.Name)];

    private static TargetList Read(string[] names, params string[] variables) => ConfiguredTargets.Read(
        new() { Names = names },
        StorageAccounts.Read(
            variables.Select(variable => KeyValuePair.Create<string, string?>(variable, Control.Replace("control", "target", StringComparison.Ordinal)))
                .Append(new(StorageAccounts.ControlVariable, Control)),
            needsTarget: false),
        BuiltInTargetKinds.All);

    private static ValidationResult? Fault(string[] names) =>
        new TargetNameListAttribute().GetValidationResult(names, new ValidationContext(new TargetOptions()));
}
