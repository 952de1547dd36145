using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>Storage accounts, in the cloud or an emulator.</summary>
/// <param name="accounts">All accounts of the installation: the one of the control plane too, which is disturbed by what is measured in
/// it.</param>
public sealed class StorageDriver(StorageAccounts accounts) : ITargetDriver
{
    public TargetKind Kind => AccountTarget.Kind;

    public IOutcomeClassifier Outcomes { get; } = new StorageOutcomes();

    /// <summary>The address is read with that of the control account, so that all that is wrong with accounts is said at once.</summary>
    public IConfiguredTarget Read(TargetSetting setting)
    {
        ArgumentNullException.ThrowIfNull(setting);
        return new Configured(accounts.Targets[setting.Name], accounts.SharesControlAccount(setting.Name));
    }

    private sealed class Configured(StorageAccountAddress address, bool sharesControlAccount) : IConfiguredTarget
    {
        public bool IsEmulator => address.IsEmulator;

        public IReadOnlyList<PointFlag> Flags { get; } = sharesControlAccount ? [PointFlag.SameAccount] : [];

        public IOpenTarget Open(TargetOpening opening) =>
            StorageTarget.Open(address, opening.Clients, opening.LanesPerClient, opening.OperationTimeout);
    }
}
