namespace AzurePerf.Core.Mail;

/// <summary>Whom this installation sends mail to.</summary>
/// <param name="IsOn">Whether it sends any.</param>
/// <param name="AllowedDomains">Domains whose addresses everybody may name; a domain below one of them is another one.</param>
public sealed record MailRules(bool IsOn, IReadOnlyList<string> AllowedDomains)
{
    /// <summary>Why somebody may not have mail sent to an address: a clause that follows "notify"; null where they may.</summary>
    /// <param name="owner">Who asks, as owners are called.</param>
    /// <param name="address">The address.</param>
    public string? FaultOf(string owner, string address) =>
        !IsOn ? "must be left out: this installation sends no mail"
        : !MailAddressText.IsValid(address) ? NoAddress
        : address.Equals(OwnAddressOf(owner), StringComparison.OrdinalIgnoreCase)
            || AllowedDomains.Contains(MailAddressText.DomainOf(address), StringComparer.OrdinalIgnoreCase) ? null
        : $"must be {Allowed(owner)}";

    /// <summary>What is said of what is no address.</summary>
    public static string NoAddress =>
        $"must be one mail address such as ann@example.com, at most {MailAddressText.MostCharacters} characters";

    /// <summary>The address of a person who is signed in; null for keys and programs, whose names are none.</summary>
    public static string? OwnAddressOf(string owner) => MailAddressText.IsValid(owner) ? owner : null;

    private string Allowed(string owner)
    {
        var domains = AllowedDomains.Count == 0 ? "" : "an address at " + string.Join(" or ", AllowedDomains);
        return (OwnAddressOf(owner), domains) switch
        {
            ({ } own, "") => $"your own address, {own}",
            ({ } own, _) => $"your own address, {own}, or {domains}",
            (null, "") =>
                "left out: mail goes to people who are signed in with their address alone, and the operator allows no other domain",
            _ => domains,
        };
    }
}
