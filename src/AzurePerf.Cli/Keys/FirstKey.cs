using System.CommandLine;
using AzurePerf.Cli.Demo;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;

namespace AzurePerf.Cli.Keys;

/// <summary>The key that no other key can ask for: written by whoever has the control account.</summary>
internal sealed class FirstKey
{
    private readonly Option<string?> _secrets = new("--secrets")
    {
        Description = $"With --first: file with {StorageAccounts.ControlVariable}, - for standard input. [default the environment]",
        HelpName = "FILE",
    };

    private readonly Option<string?> _prefix = new("--prefix")
    {
        Description = "With --first: Control:Prefix of the hosts. [default none]",
        HelpName = "TEXT",
    };

    /// <summary>Adds both to a command, with the rule that they say where a first key is made.</summary>
    /// <param name="command">The command.</param>
    /// <param name="first">Its option that asks for a first key.</param>
    public void AddTo(Command command, Option<bool> first)
    {
        command.Add(_secrets);
        command.Add(_prefix);
        command.Validators.Add(result =>
        {
            if (!result.GetValue(first)
                && new[] { _secrets, _prefix }.FirstOrDefault(option => result.GetResult(option) is not null) is { Name: { } name })
            {
                result.AddError($"{name} needs --first");
            }
        });
    }

    public async Task<KeyResponse> MakeAsync(
        Session session, ParseResult parsed, string name, int days, CancellationToken cancellationToken)
    {
        var account = await AccountAsync(session.Context, parsed, cancellationToken);
        try
        {
            return await MakeAsync(
                session.Context, session.Context.ControlPlaneAt(account, parsed.GetValue(_prefix) ?? ""), name, days, cancellationToken);
        }
        catch (Exception exception) when (StorageFailure.Matches(exception))
        {
            throw new CommandFailure(
                $"{StorageFailure.Describe(exception)}; the first key is written by a sign-in that may write tables there",
                cause: exception);
        }
    }

    private static async Task<KeyResponse> MakeAsync(
        CommandContext context, ControlPlane control, string name, int days, CancellationToken cancellationToken)
    {
        await control.Rows.CreateTablesAsync([ControlNames.KeysTable, ControlNames.AuditTable], cancellationToken);
        var (_, key, text) = await new KeyCreation(new(control.Rows), context.Ids, context.Time)
            .CreateFirstAsync(name, days, cancellationToken);
        if (key is null)
        {
            throw new CommandFailure(
                "there is a key that is in use, or somebody made the first one at this moment: ask its owner for one, or revoke it");
        }

        await new AuditStore(control.Rows, context.Ids, context.Time).AppendAsync(
            new(KeyCreation.ControlAccount, AccessScope.Admin), "keys create --first", key.Id, "control account", AuditOutcome.Done,
            cancellationToken);
        return KeyResponse.From(key, context.Time.GetUtcNow(), text);
    }

    private async Task<StorageAccountAddress> AccountAsync(CommandContext context, ParseResult parsed, CancellationToken cancellationToken)
    {
        var secrets = parsed.GetValue(_secrets) is { } path
            ? await SecretsText.ReadAsync(context.Terminal, path, cancellationToken)
            : new Dictionary<string, string>();
        return AccountSettings.Read(secrets, context.Environment, sameAccount: true).Control
            ?? throw CommandFailure.Usage(
                $"the first key is written to the control account: give {StorageAccounts.ControlVariable} in the environment or in a "
                    + $"file for --secrets");
    }
}
