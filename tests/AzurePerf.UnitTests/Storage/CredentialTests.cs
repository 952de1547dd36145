using Azure.Core;
using Azure.Identity;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Storage;

public sealed class CredentialTests
{
    private const string ClientId = "11111111-2222-3333-4444-555555555555";
    private const string Uri = "https://one.blob.core.windows.net";

    public static TheoryData<bool> Sides => [true, false];

    [Theory]
    [MemberData(nameof(Sides))]
    public void An_emulator_is_opened_by_its_key_alone(bool control) =>
        Assert.Null(CredentialOf(control, StorageAccountAddress.Parse("UseDevelopmentStorage=true")));

    [Theory]
    [MemberData(nameof(Sides))]
    public void In_the_cloud_one_managed_identity_signs_in_and_no_chain_is_tried(bool control) =>
        Assert.IsType<ManagedIdentityCredential>(CredentialOf(control, StorageAccountAddress.Parse(Uri).WithIdentity(ClientId)));

    [Theory]
    [MemberData(nameof(Sides))]
    public void On_a_developers_machine_whatever_it_offers_signs_in(bool control) =>
        Assert.IsType<DefaultAzureCredential>(CredentialOf(control, StorageAccountAddress.Parse(Uri)));

    private static TokenCredential? CredentialOf(bool control, StorageAccountAddress address) => control ? ControlPlane.CredentialOf(address) : StorageTarget.CredentialOf(address);
}
