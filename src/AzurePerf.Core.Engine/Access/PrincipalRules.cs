namespace AzurePerf.Core.Access;

/// <summary>What signed-in principals may do.</summary>
/// <param name="Admins">Object ids, or names, of principals that may do everything.</param>
/// <param name="WithoutRole">What others may do who were given no app role; null for nothing.</param>
public sealed record PrincipalRules(IReadOnlyList<string> Admins, AccessScope? WithoutRole)
{
    public const string ReadRole = "AzurePerf.Read";
    public const string SubmitRole = "AzurePerf.Submit";
    public const string ProgramsRole = "AzurePerf.Programs";
    public const string AdminRole = "AzurePerf.Admin";

    /// <summary>The most that a principal may do, never less than one without a role; null for nothing.</summary>
    public AccessScope? ScopeOf(Principal principal) => RoleOf(principal) is { } role && !(WithoutRole > role) ? role : WithoutRole;

    private AccessScope? RoleOf(Principal principal) =>
        IsAdmin(principal) || principal.Roles.Contains(AdminRole) ? AccessScope.Admin
        : principal.Roles.Contains(ProgramsRole) ? AccessScope.Programs
        : principal.Roles.Contains(SubmitRole) ? AccessScope.Submit
        : principal.Roles.Contains(ReadRole) ? AccessScope.Read
        : null;

    private bool IsAdmin(Principal principal) => Admins.Select(admin => admin.Trim()).Any(admin =>
        admin.Equals(principal.Id, StringComparison.OrdinalIgnoreCase)
        || (principal.Name.Length > 0 && admin.Equals(principal.Name, StringComparison.OrdinalIgnoreCase)));
}
